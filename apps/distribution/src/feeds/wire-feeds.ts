import { join } from 'node:path';
import { FEEDS_PATH } from '@estate/contracts';
import type { Service } from '@estate/runtime';
import type { Worker } from '@estate/persistence';
import type { DistributionConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { SOFTWARE } from '../platforms/install-platforms.ts';
import type { PlatformTools } from '../platforms/platform.ts';
import { FeedFiles } from './feed-files.ts';
import { FetchLimit } from './fetch-limit.ts';
import { serveFeeds } from './serve-feeds.ts';
import { fetchedWorker } from './tell-fetched.ts';
import type { Fetched } from './serve-feeds.ts';

type FeedDeps = Pick<Deps, 'clock' | 'feeds' | 'fetches' | 'listingFetches' | 'log' | 'newId' | 'vault'> &
  Pick<PlatformTools, 'attachment'>;

/** Serves feeds on the internal port; returns the worker that tells listings of fetches. */
export async function wireFeeds(
  config: DistributionConfig,
  service: Service,
  deps: FeedDeps,
): Promise<Worker> {
  const { attachment, clock, feeds, vault } = deps;
  const files = await service.use(
    new FeedFiles({
      directory: join(config.WORK_DIRECTORY, 'feeds'),
      maxBytes: config.FEED_BYTES,
      feeds,
      software: SOFTWARE,
    }),
  );
  await files.prepare();
  const worker = fetchedWorker(deps);
  const handler = serveFeeds({
    ...{ attachment, feeds, files, vault },
    limit: new FetchLimit(config.FEED_FETCHES_PER_MINUTE, clock),
    onFetched: async (fetched) => {
      if (await noteFetch(fetched, deps)) worker.wake();
    },
  });
  service.onInternal(FEEDS_PATH, handler, ['GET', 'HEAD']);
  return worker;
}

/** Saves that a document was fetched, and by whom; true if listings were in it that no fetch had contained. */
export async function noteFetch(
  { target, document, file, ...reader }: Fetched,
  { clock, feeds, fetches, newId }: Pick<Deps, 'clock' | 'feeds' | 'fetches' | 'newId'>,
): Promise<boolean> {
  const { id: targetId, accountId } = target;
  const { count, fresh, size: sizeBytes } = file;
  const at = clock();
  // Taken out at once: fetches of the same document end at the same time.
  const contained = fresh.splice(0);
  try {
    await feeds.noteFetched(contained, at);
  } catch (error) {
    fresh.push(...contained);
    throw error;
  }
  await fetches.add({ id: newId(), accountId, targetId, at, document, count, sizeBytes, ...reader });
  return contained.length > 0;
}
