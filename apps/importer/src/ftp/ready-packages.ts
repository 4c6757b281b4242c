import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ID_PATTERN } from '@estate/contracts';
import { ServiceError, Unavailable } from '@estate/errors';
import { AccountTurns, idAt } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import type { ImportSourceRecord, WaitingPackageRecord } from '../domain/import-source.ts';
import type { PackageBudget } from '../intake/package-budget.ts';
import { fromDiskName, nameOf, parentOf } from './server/paths.ts';
import { READY, arrivedAt, sourceOf } from './server/spool.ts';

/** A package of a source. An import with this id is not created again. */
export interface SourcePackage {
  importId: string;
  accountId: string;
  sourceId: string;
  /** The directory in which it was stored. */
  folder: string;
  fileName: string;
}

/** Nobody writes to the file of a package that is ready. */
export type AcceptPackage = (arrived: SourcePackage, path: string) => Promise<void>;

export interface ReadyDeps {
  directory: string;
  sources: {
    peek(id: string): Promise<ImportSourceRecord | null>;
    noteWaiting(id: string, waiting: WaitingPackageRecord): Promise<void>;
    endWaiting(id: string): Promise<void>;
    /** Ends it for all sources but these. */
    endWaitingExcept(ids: readonly string[]): Promise<void>;
  };
  accept: AcceptPackage;
  /** Schedules the result file of an import. */
  expectResult: (arrived: SourcePackage) => Promise<void>;
  /** Writes the result file of a package that never became an import. */
  refuse: (arrived: SourcePackage, reason: string) => Promise<void>;
  budget: Pick<PackageBudget, 'fits'>;
  clock: () => Date;
  onAccepted: (outcome: 'accepted' | 'refused' | 'source_deleted') => void;
}

/** As long as the longest name that an import may have. */
const NAME_CHARACTERS = 200;

const OWNERS_MAX = 10_000;

/** The packages that the FTP server handed over, which are taken in turns by account, those of each account in their order. */
export class ReadyPackages {
  readonly #deps: ReadyDeps;
  readonly #directory: string;
  readonly #turns: AccountTurns;
  /** The noted packages that wait for space, by source. */
  readonly #waiting = new Map<string, string>();
  #isChecked = false;
  readonly #owners = new LRUCache<string, string>({ max: OWNERS_MAX });

  constructor(deps: ReadyDeps) {
    this.#deps = deps;
    this.#directory = join(deps.directory, READY);
    const look = {
      all: async () => [...(await this.#firstOfEach()).values()],
      ifDue: async (owner: string) => (await this.#firstOfEach()).get(owner) ?? null,
    };
    this.#turns = new AccountTurns(look, { perAccount: 1, clock: deps.clock });
  }

  /**
   * Takes one package; true when there was one. Its id is part of its name before anything is done with it, so a package whose process was
   * killed at any step becomes one import.
   */
  async takeNext(): Promise<boolean> {
    await this.#forgetLost();
    const turn = await this.#turns.take(({ id }) => this.#nextOf(id));
    if (!turn) return false;
    try {
      const identified = await identify(this.#directory, turn.claimed, this.#deps.clock);
      const file = join(this.#directory, identified);
      this.#deps.onAccepted(await accept(file, identified, this.#deps));
      await this.#endWaiting(sourceOf(identified));
      await rm(file, { force: true });
    } finally {
      turn.end();
    }
    return true;
  }

  /** Once: an earlier process may have noted packages whose files are gone, for example with its pod. */
  async #forgetLost(): Promise<void> {
    if (this.#isChecked) return;
    const names = await namesIn(this.#directory);
    await this.#deps.sources.endWaitingExcept([...new Set(names.map(sourceOf))]);
    this.#isChecked = true;
  }

  /** The first package of each account, with the time at which it was handed over. */
  async #firstOfEach(): Promise<Map<string, DueWork>> {
    const first = new Map<string, DueWork>();
    for (const name of await namesIn(this.#directory)) {
      const owner = await this.#ownerOf(name);
      if (!first.has(owner)) first.set(owner, { id: owner, accountId: owner, dueAt: arrivedAt(name) });
    }
    return first;
  }

  /** Null while its account has no space for it. */
  async #nextOf(owner: string): Promise<string | null> {
    const names = [];
    for (const name of await namesIn(this.#directory)) {
      if ((await this.#ownerOf(name)) === owner) names.push(name);
    }
    const [first] = names;
    if (first === undefined) return null;
    if (await this.#deps.budget.fits(owner, await this.#sizeOf(first))) return first;
    await this.#noteWaiting(names);
    return null;
  }

  /** Shows the customer, at each source, which package waits. */
  async #noteWaiting(names: readonly string[]): Promise<void> {
    const firstOfSources = new Map(names.toReversed().map((name) => [sourceOf(name), name]));
    for (const [sourceId, name] of firstOfSources) {
      if (this.#waiting.get(sourceId) === name) continue;
      await this.#deps.sources.noteWaiting(sourceId, {
        fileName: fileNameOf(name),
        sizeBytes: await this.#sizeOf(name),
        since: arrivedAt(name),
      });
      this.#waiting.set(sourceId, name);
    }
  }

  async #endWaiting(sourceId: string): Promise<void> {
    await this.#deps.sources.endWaiting(sourceId);
    this.#waiting.delete(sourceId);
  }

  async #sizeOf(name: string): Promise<number> {
    return (await stat(join(this.#directory, name))).size;
  }

  /** The account of a package; a deleted source counts as an account of its own. */
  async #ownerOf(name: string): Promise<string> {
    const sourceId = sourceOf(name);
    const known = this.#owners.get(sourceId);
    if (known !== undefined) return known;
    const owner = (await this.#deps.sources.peek(sourceId))?.accountId ?? sourceId;
    this.#owners.set(sourceId, owner);
    return owner;
  }
}

/** In the order in which they were handed over. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    // The FTP server makes it when it starts.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The id goes to the end, so that packages keep their order. It sorts by when the package arrived, whatever way others came. */
async function identify(directory: string, name: string, clock: () => Date): Promise<string> {
  const parts = name.split('.');
  if (parts.length > 3) return name;
  const ageMs = Math.max(0, Date.now() - arrivedAt(name).getTime());
  const identified = `${name}.${idAt(new Date(clock().getTime() - ageMs))}`;
  await rename(join(directory, name), join(directory, identified));
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return identified;
}

const fileNameOf = (readyName: string): string =>
  nameOf(fromDiskName(readyName.split('.')[2] ?? '')).slice(0, NAME_CHARACTERS);

async function accept(file: string, name: string, deps: ReadyDeps) {
  const [, sourceId = '', path = '', importId = ''] = name.split('.');
  const source = ID_PATTERN.test(importId) ? await deps.sources.peek(sourceId) : null;
  if (!source) return 'source_deleted';
  const folder = parentOf(fromDiskName(path));
  const arrived = { importId, accountId: source.accountId, sourceId, folder, fileName: fileNameOf(name) };
  try {
    await deps.accept(arrived, file);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await deps.refuse(arrived, error.message);
    return 'refused';
  }
  await deps.expectResult(arrived);
  return 'accepted';
}

/** A package that will never be accepted; everything else is tried again. */
const isRefusal = (error: unknown): error is Error =>
  (error instanceof ServiceError && !(error instanceof Unavailable) && error.kind === 'invalid-input') ||
  (error instanceof Error && 'status' in error && 'code' in error && typeof error.status === 'number');
