import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import type { ImportRecord } from '../domain/import.ts';
import type { FilesOfPackage, ImportPackage, LocatedFile, LocateOrder, ReadDeps } from './import-package.ts';
import { closeFile, openFile } from './open-file.ts';
import { PackageFault } from './package-error.ts';
import type { ReadOutcome } from './read-outcome.ts';
import { readLocated } from './read-located.ts';
import { ReaderProcess } from './reader-process.ts';
import type { ReaderLimits } from './reader-process.ts';
import type { ReaderOrder, ReaderRequest, ReaderResult, ReaderResults } from './reader-messages.ts';
import { UsedAgain } from './used-again.ts';

export interface ReadersOptions extends ReaderLimits {
  /** So many processes wait for a package at most. */
  mostIdle: number;
}

/** A process that kept more than this part of its memory after a package leaves too little for the next. */
const MOST_KEPT = 0.5;
const NEVER = new AbortController().signal;

/** Opens packages in processes of their own, each of which has one package open at a time. */
export class PackageReaders {
  readonly #options: ReadersOptions;
  readonly #idle: ReaderProcess[] = [];
  #isClosed = false;

  constructor(options: ReadersOptions) {
    this.#options = options;
  }

  /** Opens a package by its content, whatever its name. It stays readable after its name was removed. @throws PackageFault, ReaderCrashed */
  async open(path: string, signal: AbortSignal): Promise<ImportPackage> {
    const unpackTo = join(this.#options.directory, `inner-${randomUUID()}`);
    let descriptor = await openFile(path);
    let reader: ReaderProcess | undefined;
    const close = async () => {
      await closeFile(descriptor);
      if (reader) await this.#release(reader);
    };
    try {
      reader = this.#idleOne() ?? (await ReaderProcess.start(this.#options, signal));
      const { isInner } = required(await reader.ask({ open: path, unpackTo }, { signal }), 'opened');
      if (isInner) {
        const outer = descriptor;
        descriptor = await openFile(unpackTo);
        await closeFile(outer);
      }
      return new RemotePackage(reader, descriptor, close);
    } catch (error) {
      await close();
      throw error;
    } finally {
      await rm(unpackTo, { force: true });
    }
  }

  #idleOne(): ReaderProcess | undefined {
    const reader = this.#idle.pop();
    return reader?.hasEnded ? this.#idleOne() : reader;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.splice(0).map((each) => each.kill()));
  }

  #isFit(residentBytes: number): boolean {
    return residentBytes < this.#options.memoryMb * 1_000_000 * MOST_KEPT;
  }

  async #release(reader: ReaderProcess): Promise<void> {
    const isFit = await reader
      .ask({ close: true }, { signal: NEVER })
      .then((result) => this.#isFit(required(result, 'closed').residentBytes))
      .catch(() => false);
    if (isFit && !this.#isClosed && this.#idle.length < this.#options.mostIdle) this.#idle.push(reader);
    else await reader.kill();
  }
}

class RemotePackage implements ImportPackage {
  readonly #reader: ReaderProcess;
  readonly #bytes: { descriptor: number; memory: UsedAgain };
  readonly close: () => Promise<void>;

  constructor(reader: ReaderProcess, descriptor: number, close: () => Promise<void>) {
    this.#reader = reader;
    this.#bytes = { descriptor, memory: new UsedAgain() };
    this.close = close;
  }

  get isLost(): boolean {
    return this.#reader.hasEnded;
  }

  async read(record: ImportRecord, deps: ReadDeps, signal: AbortSignal): Promise<ReadOutcome> {
    const { id, accountId, queueId, dryRun, readWith, preview } = record;
    const takesFiles = deps.storeFile !== undefined;
    const of = { id, accountId, queueId, dryRun, ...(readWith && { readWith }), ...(preview && { preview }) };
    const order: ReaderOrder = { read: { record: of, takesFiles } };
    const serve = (request: ReaderRequest) => this.#serve(request, deps);
    return required(await this.#reader.ask(order, { signal, serve }), 'outcome');
  }

  async files(asked: LocateOrder, signal: AbortSignal): Promise<FilesOfPackage> {
    const unique = [...new Set(asked.paths)];
    const order: ReaderOrder = { locate: { ...asked, paths: unique } };
    const located = required(await this.#reader.ask(order, { signal }), 'located');
    const byPath = new Map(unique.map((path, index) => [path, located[index] ?? undefined]));
    return { find: (path) => this.#packaged(byPath.get(path)) };
  }

  #packaged(file: LocatedFile | undefined) {
    return file && { ...file, read: () => readLocated(this.#bytes, file) };
  }

  async #serve(request: ReaderRequest, deps: ReadDeps): Promise<string> {
    if ('rows' in request) {
      await deps.addRows(request.rows);
      return '';
    }
    const { fileBytes } = request;
    if (fileBytes > MAX_ATTACHMENT_BYTES) throw new Error(`An embedded file has ${fileBytes} bytes.`);
    return (await deps.storeFile?.(await this.#reader.scratched(fileBytes))) ?? '';
  }
}

/** The result that an order has. @throws PackageFault */
function required<K extends keyof ReaderResults>(result: ReaderResult, kind: K): ReaderResults[K] {
  if ('failure' in result) throw new PackageFault(result.failure.code, result.failure.message);
  if (!(kind in result)) throw new Error(`The process that reads packages gave no ${kind}.`);
  return (result as Pick<ReaderResults, K>)[kind];
}
