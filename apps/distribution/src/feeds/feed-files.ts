import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FeedDocument } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import type { FeedTarget } from '../domain/target.ts';
import type { FetchedFragment } from '../stores/feed-fragment.ts';
import { writeDocument, writeZip } from './write-document.ts';
import type { WriterTools, Written, WrittenDocument } from './write-document.ts';

/** A document of a feed on the local disk. */
export interface FeedFile {
  path: string;
  size: number;
  /** How many properties it contains. */
  count: number;
  /** The fragments that no fetch had contained when it was made. */
  fresh: FetchedFragment[];
}

interface Options extends WriterTools {
  directory: string;
  /** Above this size, the documents that were fetched least recently are removed. */
  maxBytes: number;
}

/** A reader may still be about to open the file. */
const REMOVED_AFTER_MS = 10_000;

const HOUR_MS = 3_600_000;
/** Its content may have been erased since: a document of a deleted feed is not asked for again. */
const KEPT_MS = 24 * HOUR_MS;

interface Made {
  version: string;
  file: FeedFile;
  /** Present if the document was not made of another one. */
  written?: Written;
}

/** The documents of feeds. Each is made with the first fetch after a change, and then served from the disk. */
export class FeedFiles {
  readonly #options: Options;
  /** Used by this process only: others on the same machine make their own. */
  readonly #directory: string;
  readonly #made: LRUCache<string, Made>;
  readonly #making = new Map<string, Promise<FeedFile>>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#directory = join(options.directory, String(process.pid));
    this.#made = new LRUCache({
      maxSize: options.maxBytes,
      ttl: KEPT_MS,
      perf: Date,
      sizeCalculation: ({ file }) => file.size + 1,
      dispose: ({ file }) => {
        removeLater(file);
      },
    });
  }

  /** Removes the files of an earlier process: they are not known to be whole, and nobody else would remove them. */
  async prepare(): Promise<void> {
    const { directory } = this.#options;
    await mkdir(this.#directory, { recursive: true });
    for (const name of await readdir(directory))
      if (isOfEndedProcess(name)) await rm(join(directory, name), { recursive: true, force: true });
    await mkdir(this.#directory, { recursive: true });
    this.#sweep = setInterval(() => this.#made.purgeStale(), HOUR_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.allSettled(this.#making.values());
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** The document as the feed is now. */
  get(target: FeedTarget, document: FeedDocument, isGzip = false): Promise<FeedFile> {
    const key = `${target.id}/${document}${isGzip ? '.gz' : ''}`;
    const made = this.#made.get(key);
    const version = versionOf(target);
    if (made?.version === version) return Promise.resolve(made.file);
    const making = `${key}/${version}`;
    const running = this.#making.get(making);
    if (running) return running;
    const started = this.#make(target, document, isGzip)
      .then(({ file, ...origin }) => {
        this.#made.set(key, { version, file, ...origin });
        // The cache never takes what is larger than all of it.
        if (this.#made.get(key)?.file !== file) removeLater(file);
        return file;
      })
      .finally(() => this.#making.delete(making));
    this.#making.set(making, started);
    return started;
  }

  async #make(target: FeedTarget, document: FeedDocument, isGzip: boolean): Promise<Omit<Made, 'version'>> {
    const path = join(this.#directory, newId());
    try {
      if (document !== 'openimmo.zip' && !isGzip) return await this.#write(target, document, path);
      const plain = await this.get(target, document === 'openimmo.zip' ? 'openimmo.xml' : document);
      if (isGzip) await pipeline(createReadStream(plain.path), createGzip(), createWriteStream(path));
      else await writeZip(plain.path, path, target.feed.changedAt);
      return { file: { ...plain, path, size: (await stat(path)).size } };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async #write(target: FeedTarget, document: WrittenDocument, path: string): Promise<Omit<Made, 'version'>> {
    const former = this.#made.peek(`${target.id}/${document}`)?.written;
    const written = await writeDocument({ target, document, path, former }, this.#options);
    const { parts, fresh } = written;
    return { file: { path, size: (await stat(path)).size, count: parts.length, fresh }, written };
  }
}

function removeLater({ path }: FeedFile): void {
  setTimeout(() => void rm(path, { force: true }), REMOVED_AFTER_MS).unref();
}

/** Directories are named after processes; this one has not made anything yet. */
function isOfEndedProcess(name: string): boolean {
  const pid = Number(/^[1-9]\d*$/.exec(name)?.[0]);
  if (Number.isNaN(pid) || pid === process.pid) return pid === process.pid;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Names a change and the provider; after a restored backup the same number stands for another change. */
const versionOf = ({ name = '', feed: { change, changedAt } }: FeedTarget): string =>
  `${String(change)}-${String(changedAt.getTime())}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;

/** Equal for equal content: the change and the name decide, and what the bytes are. */
export const etagOf = (target: FeedTarget, document: FeedDocument, isGzip = false): string =>
  `"${target.id}-${versionOf(target)}-${document}${isGzip ? '-gzip' : ''}"`;
