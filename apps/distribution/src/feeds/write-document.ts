import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FeedTarget } from '../domain/target.ts';
import { openimmoAround } from '../platforms/feed/compose.ts';
import type { PlatformTools } from '../platforms/platform.ts';
import type { FeedStore, FetchedFragment, FragmentIn } from '../stores/feed-store.ts';

export type WriterTools = Pick<PlatformTools, 'software'>;

/** What a document contains, known when it is written. */
interface Seen {
  count: number;
  fresh: FetchedFragment[];
}

type Feeds = Pick<FeedStore, 'contents'>;
type Writing = WriterTools & { seen: Seen };

async function* openimmoXml(target: FeedTarget, feeds: Feeds, { software, seen }: Writing) {
  const { id, name = id, feed } = target;
  const { before, after } = openimmoAround({ software, provider: name, at: feed.changedAt });
  yield before;
  for await (const fragments of noted(feeds.contents(id, 'openimmo'), seen))
    yield fragments.map(({ text }) => text).join('');
  yield after;
}

async function* propertiesJson({ id }: FeedTarget, feeds: Feeds, { seen }: Writing) {
  yield '{"@context":"https://schema.org","@type":"ItemList","itemListElement":[';
  let separator = '';
  for await (const fragments of noted(feeds.contents(id, 'jsonLd'), seen)) {
    yield separator + fragments.map(({ text }) => text).join(',\n');
    separator = ',\n';
  }
  yield `],"numberOfItems":${String(seen.count)}}\n`;
}

async function* noted(contents: AsyncIterable<FragmentIn[]>, seen: Seen): AsyncGenerator<FragmentIn[]> {
  for await (const fragments of contents) {
    seen.count += fragments.length;
    for (const { _id: listingId, sequence, isNew } of fragments)
      if (isNew) seen.fresh.push({ listingId, sequence });
    yield fragments;
  }
}

/** The same bytes each time, so that a reader can go on with a part. */
async function zip(xml: string, path: string, mtime: Date): Promise<void> {
  const file = new ZipFile();
  file.addFile(xml, 'openimmo.xml', { mtime, mode: 0o100644 });
  file.end();
  await pipeline(file.outputStream, createWriteStream(path));
}

export const WRITERS = { 'openimmo.xml': openimmoXml, 'properties.json': propertiesJson, zip };
