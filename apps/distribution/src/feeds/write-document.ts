import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { changedSince, lastChangeOf } from '../domain/feed.ts';
import type { ContainedChange } from '../domain/feed.ts';
import type { FeedTarget } from '../domain/target.ts';
import { openimmoAround } from '../platforms/feed/compose.ts';
import type { PlatformTools } from '../platforms/platform.ts';
import { LAST_ID } from '../stores/feed-fragment.ts';
import type { FetchedFragment, FragmentForm, FragmentIn, ListingRange } from '../stores/feed-fragment.ts';
import { SEPARATORS } from '../stores/feed-portions.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import { runsAfter, writtenOf } from './document-parts.ts';
import type { Layout, Part, Run } from './document-parts.ts';

export interface WriterTools extends Pick<PlatformTools, 'software'> {
  feeds: Pick<FeedStore, 'contents' | 'count' | 'newOf' | 'portions'>;
}

/** A document with its listings, from which the next one is made. */
export interface Written {
  path: string;
  parts: readonly Part[];
  /** Undefined while the changes of the feed are not known. */
  contains?: ContainedChange;
  /** The fragments that no fetch had contained when it was made. */
  fresh: FetchedFragment[];
}

export type WrittenDocument = keyof typeof FORMS;

const FORMS = { 'openimmo.xml': 'openimmo', 'properties.json': 'jsonLd' } as const satisfies Record<
  string,
  FragmentForm
>;

const LAYOUTS: Record<WrittenDocument, (target: FeedTarget, tools: WriterTools) => Layout> = {
  'openimmo.xml': ({ id, name: provider = id, feed: { changedAt: at } }, { software }) => {
    const { before, after } = openimmoAround({ software, provider, at });
    return { before, separator: SEPARATORS.openimmo, after: () => after };
  },
  'properties.json': () => ({
    before: '{"@context":"https://schema.org","@type":"ItemList","itemListElement":[',
    separator: SEPARATORS.jsonLd,
    after: (count) => `],"numberOfItems":${String(count)}}\n`,
  }),
};

interface Writing {
  target: FeedTarget;
  document: WrittenDocument;
  path: string;
  /** The document before the last changes. */
  former?: Written | undefined;
}

/** Writes a document. Of the former one, what did not change is copied, and only the rest is read. */
export async function writeDocument(writing: Writing, tools: WriterTools): Promise<Written> {
  const { target, path, former } = writing;
  const runs = former && (await runsSince(former, writing, tools));
  const parts = runs ? await writeRuns(runs, writing, tools) : await writeAll(writing, tools);
  const contains = lastChangeOf(target.feed);
  return { path, parts, fresh: await freshOf(target.id, parts, tools), ...(contains && { contains }) };
}

async function writeAll({ former: _none, ...writing }: Writing, tools: WriterTools): Promise<Part[]> {
  const parts = await writeRuns(packedRuns(writing, tools), writing, tools);
  if (parts.length === (await tools.feeds.count(writing.target.id))) return parts;
  // An operator may have removed a fragment that is in a portion.
  return writeRuns(readRuns(writing, tools), writing, tools);
}

async function writeRuns(
  runs: AsyncIterable<Run> | Iterable<Run>,
  { target, document, path, former }: Writing,
  tools: WriterTools,
): Promise<Part[]> {
  const parts: Part[] = [];
  const file = former && (await open(former.path));
  try {
    const bytes = writtenOf(runs, LAYOUTS[document](target, tools), { parts, ...(file && { former: file }) });
    await pipeline(Readable.from(bytes), createWriteStream(path));
  } finally {
    await file?.close();
  }
  return parts;
}

/** The portions, and what is between them. */
async function* packedRuns(writing: Writing, tools: WriterTools): AsyncGenerator<Run> {
  let end = '';
  for await (const portion of tools.feeds.portions(writing.target, FORMS[writing.document])) {
    if (portion.after > end) yield* readRuns(writing, tools, { after: end, upTo: portion.after });
    if (portion.parts.length > 0) yield portion;
    end = portion.upTo;
  }
  yield* readRuns(writing, tools, { after: end, upTo: LAST_ID });
}

async function* readRuns(
  { target, document }: Writing,
  { feeds }: WriterTools,
  range?: ListingRange,
): AsyncGenerator<Run> {
  for await (const texts of feeds.contents(target.id, FORMS[document], range))
    if (texts.length > 0) yield { texts };
}

/** Undefined if the document has to be made from nothing. */
async function runsSince(
  former: Written,
  { target, document }: Writing,
  { feeds }: WriterTools,
): Promise<Run[] | undefined> {
  const changed = former.contains && changedSince(target.feed, former.contains);
  if (!changed) return undefined;
  const texts: FragmentIn[] = [];
  for await (const portion of feeds.contents(target.id, FORMS[document], [...changed]))
    texts.push(...portion);
  const kept = former.parts.filter(({ listingId }) => !changed.has(listingId)).length;
  // Something was removed by an operator, or is being written.
  if (kept + texts.length !== (await feeds.count(target.id))) return undefined;
  return runsAfter(former.parts, changed, texts);
}

/** Read after the document is written: what a fetch is noted to have contained meanwhile is left out. */
async function freshOf(
  targetId: string,
  parts: readonly Part[],
  { feeds }: WriterTools,
): Promise<FetchedFragment[]> {
  const unfetched = new Map(
    (await feeds.newOf(targetId)).map(({ listingId, sequence }) => [listingId, sequence]),
  );
  return parts
    .filter(({ listingId, sequence }) => unfetched.get(listingId) === sequence)
    .map(({ listingId, sequence }) => ({ listingId, sequence }));
}

/** The same bytes each time, so that a reader can go on with a part. */
export async function writeZip(xml: string, path: string, mtime: Date): Promise<void> {
  const file = new ZipFile();
  file.addFile(xml, 'openimmo.xml', { mtime, mode: 0o100644 });
  file.end();
  await pipeline(file.outputStream, createWriteStream(path));
}
