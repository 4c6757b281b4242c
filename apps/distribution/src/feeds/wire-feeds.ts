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
import { noteFetch } from './note-fetch.ts';
import { serveFeeds } from './serve-feeds.ts';
import { fetchedWorker } from './tell-fetched.ts';

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
