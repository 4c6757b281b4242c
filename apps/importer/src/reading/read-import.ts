import { posix } from 'node:path';
import { PackageUnreadable, readPackage } from '@estate/openimmo/read';
import type {
  EmbeddedWriter,
  PackageEvent,
  Provider,
  ReadOptions,
  SoftwareHabits,
} from '@estate/openimmo/read';
import type { ImportFailure } from '../domain/import.ts';
import type { ReadSettings } from '../domain/source.ts';
import { FileClaims } from './file-claims.ts';
import type { OpenedPackage } from './import-package.ts';
import { providerKeyOf, rowOf } from './object-row.ts';
import type { OfImport } from './object-row.ts';
import { PackageFault } from './package-error.ts';
import type { ReadOutcome, ReadRow } from './read-outcome.ts';
import { UnusedCounter } from './unused-values.ts';

const ROWS_AT_ONCE = 50;
/** Most providers of full transfers in one package; objects of further ones are not deleted. */
const PROVIDERS_MAX = 1000;

interface ReadingDeps {
  addRows: (rows: readonly ReadRow[]) => Promise<void>;
  /** Takes embedded files; left out for a dry run. */
  openFile?: () => EmbeddedWriter;
}

/** Reads all documents of a package, object by object; memory does not grow with the package. */
export async function readImport(
  record: OfImport,
  opened: OpenedPackage,
  deps: ReadingDeps,
): Promise<ReadOutcome> {
  const claims = new FileClaims(opened.names);
  const reading = new Reading(record, deps, claims);
  try {
    let others = 0;
    for (const document of opened.documents) {
      const before = reading.events;
      try {
        await reading.document(document, folderOf(document.name));
      } catch (error) {
        // Another kind of document beside the transfer is none of it.
        if (!(error instanceof PackageUnreadable) || reading.events > before || opened.documents.length === 1)
          throw error;
        others += 1;
        if (others === opened.documents.length) throw error;
      }
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { ...reading.outcome(), objects: 0, fullProviders: [], failure };
  }
  await reading.flush();
  const { doubts } = claims;
  return {
    ...reading.outcome(),
    unused: reading.unused.counted(),
    ...(doubts.length > 0 && { doubts }),
  };
}

function failureOf(error: unknown): ImportFailure | undefined {
  if (error instanceof PackageFault) return error.failure;
  return error instanceof PackageUnreadable
    ? { code: 'document_unreadable', message: error.message }
    : undefined;
}

const folderOf = (name = ''): string => posix.dirname(name);

const habitsOf = ({ defaultCountry, emptyValues }: ReadSettings = {}): SoftwareHabits => ({
  country: defaultCountry,
  emptyValues,
});

class Reading {
  /** How much was read: an error before it says that this is no transfer. */
  events = 0;
  readonly unused = new UnusedCounter();
  readonly #record: OfImport;
  readonly #deps: ReadingDeps;
  readonly #claims: FileClaims;
  #folder = '';
  #rows: ReadRow[] = [];
  #position = 0;
  #differing = 0;
  #isFull = false;
  #scope: 'full' | 'partial' = 'partial';
  #software: ReadOutcome['software'];
  readonly #fullProviders = new Set<string>();
  /** Names of the present provider so far: a document may name it after its objects. */
  #keysOfProvider = new Set<string>();

  constructor(record: OfImport, deps: ReadingDeps, claims: FileClaims) {
    this.#record = record;
    this.#deps = deps;
    this.#claims = claims;
  }

  async document({ open }: OpenedPackage['documents'][number], folder: string): Promise<void> {
    this.#folder = folder;
    const { openFile } = this.#deps;
    const { dryRun, readWith, preview } = this.#record;
    this.#isFull = false;
    const options: ReadOptions = {
      ...habitsOf(readWith),
      openAgain: open,
      ...(dryRun && { tellsOrigins: true }),
      ...(preview && { comparedWith: habitsOf(preview.before) }),
      ...(openFile && { openFile }),
    };
    for await (const event of readPackage(await open(), options)) {
      this.events += 1;
      await this.#take(event);
    }
  }

  async flush(): Promise<void> {
    if (this.#rows.length > 0) await this.#deps.addRows(this.#rows);
    this.#rows = [];
  }

  outcome(): ReadOutcome {
    return {
      scope: this.#scope,
      ...(this.#software && { software: this.#software }),
      fullProviders: [...this.#fullProviders],
      objects: this.#position,
      ...(this.#record.preview && { differing: this.#differing }),
    };
  }

  async #take(event: PackageEvent): Promise<void> {
    if (event.kind === 'transfer') {
      const { scope, software } = event.transfer;
      this.#isFull = scope === 'full';
      if (this.#isFull) this.#scope = 'full';
      if (software) this.#software ??= software;
    } else if (event.kind === 'provider') {
      this.#endProvider(event.provider);
    } else {
      this.#keysOfProvider.add(providerKeyOf(event.object.provider));
      for (const { path } of event.object.namedFiles) this.#claims.note(path, this.#folder);
      this.unused.add(event.object);
      const row = rowOf(this.#record, event, this.#position++);
      if (row.differences) this.#differing += 1;
      this.#rows.push(row);
      if (this.#rows.length >= ROWS_AT_ONCE) await this.flush();
    }
  }

  #endProvider(provider: Provider): void {
    const keys = this.#keysOfProvider.add(providerKeyOf(provider));
    this.#keysOfProvider = new Set();
    if (!this.#isFull) return;
    for (const key of keys) if (this.#fullProviders.size < PROVIDERS_MAX) this.#fullProviders.add(key);
  }
}
