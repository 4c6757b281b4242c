import type { FileHandle } from 'node:fs/promises';
import type { Portion } from '../stores/feed-portions.ts';
import type { FragmentIn } from '../stores/feed-fragment.ts';

/** Where the text of a listing is in a document, in bytes. */
export interface Part {
  listingId: string;
  sequence: number;
  start: number;
  end: number;
}

/** The texts around those of listings in a document. */
export interface Layout {
  before: string;
  separator: string;
  after(count: number): string;
}

/** Texts that were read one by one or as a portion, or neighbours in the former document whose bytes are copied. */
export type Run =
  | { texts: readonly FragmentIn[] }
  | { kept: readonly Part[] }
  | Pick<Portion, 'bytes' | 'parts'>;

/** The bytes of a document in portions; `parts` is filled on the way. */
export async function* writtenOf(
  runs: AsyncIterable<Run> | Iterable<Run>,
  layout: Layout,
  { parts, former }: { parts: Part[]; former?: FileHandle },
): AsyncGenerator<string | Buffer> {
  const gap = Buffer.byteLength(layout.separator);
  let at = Buffer.byteLength(layout.before);
  yield layout.before;
  for await (const run of runs) {
    if (parts.length > 0) yield layout.separator;
    for (const { listingId, sequence, size } of sizesOf(run)) {
      if (parts.length > 0) at += gap;
      parts.push({ listingId, sequence, start: at, end: at + size });
      at += size;
    }
    if ('bytes' in run) yield run.bytes;
    else if ('texts' in run) yield run.texts.map(({ text }) => text).join(layout.separator);
    else if (former) yield* bytesOf(former, run.kept);
  }
  yield layout.after(parts.length);
}

function sizesOf(run: Run): Portion['parts'] {
  if ('parts' in run) return run.parts;
  return 'kept' in run ? run.kept.map(sizeOfPart) : run.texts.map(sizeOfText);
}

const sizeOfPart = ({ listingId, sequence, start, end }: Part) => ({
  listingId,
  sequence,
  size: end - start,
});
const sizeOfText = ({ _id: listingId, sequence, text }: FragmentIn) => ({
  ...{ listingId, sequence },
  size: Buffer.byteLength(text),
});

const CHUNK_BYTES = 1 << 20;

async function* bytesOf(former: FileHandle, kept: readonly Part[]): AsyncGenerator<Buffer> {
  const end = kept.at(-1)?.end ?? 0;
  for (let at = kept[0]?.start ?? end; at < end;) {
    const size = Math.min(CHUNK_BYTES, end - at);
    const { bytesRead, buffer } = await former.read(Buffer.allocUnsafe(size), 0, size, at);
    if (bytesRead === 0) throw new Error('The former document is shorter than its parts.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** The parts of a document after a change: the listings that did not change, and the new texts of the others, in the order of the listings. */
export function runsAfter(
  former: readonly Part[],
  changed: ReadonlySet<string>,
  texts: readonly FragmentIn[],
): Run[] {
  const runs: Run[] = [];
  let kept: Part[] = [];
  const endRun = () => {
    if (kept.length > 0) runs.push({ kept });
    kept = [];
  };
  let next = 0;
  const addTextsBefore = (listingId?: string) => {
    for (let text = texts[next]; text && (!listingId || text._id < listingId); text = texts[next]) {
      endRun();
      runs.push({ texts: [text] });
      next += 1;
    }
  };
  for (const part of former) {
    addTextsBefore(part.listingId);
    if (changed.has(part.listingId)) endRun();
    else kept.push(part);
  }
  addTextsBefore();
  endRun();
  return runs;
}
