import type { ClosingKind, ExportedKind } from '@estate/contracts';
import type { Collection, CollectionOptions, Filter } from 'mongodb';
import type { ErasedAccount, ErasedCounts } from './account-eraser.ts';
import type { Invariant } from '../audit/auditor.ts';
import type { Findable } from '../mongo/finder.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { outboxIndex } from '../outbox/outbox.ts';
import type { Reference } from '../audit/references.ts';
import type { WaitingRule } from '../work/waiting-work.ts';

export interface Identified {
  _id: string;
}

/** The reason why a rule does not apply to a collection. */
export interface None {
  none: string;
}

/** A shard key in the syntax of MongoDB. */
type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;
export type ShardKeys = Readonly<Record<string, ShardKey>>;

/** The rule for finding and erasing the documents of an account. */
export interface AccountRule<T, P> {
  /** The name under which the receipt of a closing counts them. */
  kind: ClosingKind;
  /** Filters, each with an index, to be applied one after the other; by default, `accountId` is the account. */
  of?: (accountId: string) => readonly Filter<T>[];
  /** If set, the auditor asks the gateway whether the account exists. */
  mustExist?: true;
  /** Returns names that are needed once the documents are gone, such as those of their bytes. */
  note?: (docs: readonly T[]) => string[];
  /** Replaces the removal; the documents must no longer belong to the account afterwards. */
  erase?: (ids: readonly string[], account: ErasedAccount, parts: P) => Promise<void>;
  /** Erases what belonged to the documents; returns what else was erased. Idempotent: a portion may be passed again. */
  after?: (gone: Gone, account: ErasedAccount, parts: P) => Promise<ErasedCounts>;
}

interface Gone {
  ids: readonly string[];
  noted: readonly string[];
}

/** An erasure of a person's data in an account. */
export interface ErasedPerson {
  accountId: string;
  erasureId: string;
  email: string;
}

/** The rule for finding and erasing documents that name a person. */
export interface PersonRule<T, E> {
  /** Paths of the keys of persons (`personKeysOf`), each with an index. */
  keys: readonly string[];
  /** Selects the documents of an account that can contain a person; all by default. */
  among?: (accountId: string) => Filter<T>;
  /** The texts that may contain the address of a person. */
  texts: (doc: T) => readonly (string | undefined)[];
  /** Replaces the removal, and is also called if none was found; returns the number of documents that no longer name the person. */
  erase?: (docs: readonly T[], person: ErasedPerson, deps: E) => Promise<number>;
}

/**
 * Everything that the system has to know about a collection. `P` is what its rules need besides their own documents, `E` is what an erasure
 * of a person needs. A rule for accounts, for persons and for the export is required.
 */
export interface CollectionDeclaration<T extends object, P = unknown, E = unknown> {
  name: string;
  options?: CollectionOptions;
  /** The indexes, without those of the outbox and of the expiry. */
  indexes: readonly IndexSpec[];
  /** Required for a collection that grows with the customers. */
  shardKey?: ShardKey;
  /** Set if its documents send messages. */
  outbox?: true;
  /** Set if the database removes each document at its `expiresAt`. */
  ttl?: true;
  /** Set if its documents get the time of their expiry when they end. */
  endingLater?: true;
  /** The time of a document's expiry, if all of them have to expire. */
  expiryOf?: (doc: T, parts: P) => Date;
  account: AccountRule<T, P> | None;
  person: PersonRule<T, E> | None;
  /** The kinds of export lines that contain it. */
  exportedAs: readonly [ExportedKind, ...ExportedKind[]] | None;
  /** Paths of texts that are sealed for the id of their document, also in lists. */
  sealed?: readonly string[];
  /** The names by which operators find a document. */
  found?: Omit<Findable<T & Identified>, 'docs'>;
  /** The rule for due documents that are work of accounts, which operators see. */
  waiting?: WaitingRule<T>;
  references?: (parts: P) => readonly Reference<T>[];
  /** Further invariants. */
  invariants?: (docs: Collection<T>, parts: P) => readonly Invariant[];
}

/** A collection in a list of several; `T` is the type of its documents. */
export interface Declared<T extends object = Identified, P = unknown, E = unknown> extends Omit<
  CollectionDeclaration<Identified, P, E>,
  'found' | 'waiting'
> {
  readonly found?: Omit<Findable, 'docs'>;
  readonly waiting?: WaitingRule<Identified>;
  readonly documents?: T;
}

export type Collections<P, E> = Readonly<Record<string, Declared<object, P, E>>>;

const EXPIRY: IndexSpec = { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 };

/** @throws Error for a contradictory declaration */
export function defineCollection<T extends object, P = unknown, E = unknown>(
  declaration: CollectionDeclaration<T, P, E>,
): Declared<T, P, E> {
  const { name, ttl, outbox, shardKey, person } = declaration;
  const indexes = [...declaration.indexes, ...(ttl ? [EXPIRY] : []), ...(outbox ? [outboxIndex] : [])];
  const serves = (path: string) => indexes.some(({ key }) => Object.keys(key)[0] === path);
  const keyed = Object.keys(shardKey ?? {});
  const problems = [
    ...('none' in person ? [] : person.keys)
      .filter((path) => !serves(path))
      .map((path) => `finds persons by ${path} without an index`),
    ...indexes
      .filter(({ unique, key }) => unique && keyed.some((path, place) => Object.keys(key)[place] !== path))
      .map((index) => `has the unique index ${index.name ?? ''}, which does not begin with its shard key`),
  ];
  if (problems.length > 0) throw new Error(`The collection ${name} ${problems.join('; ')}.`);
  // The types of the driver do not allow one list for different collections otherwise.
  return { ...declaration, indexes } as unknown as Declared<T, P, E>;
}

/** The shard keys of the collections that have one. */
export const shardKeysOf = (collections: Collections<never, never>): ShardKeys =>
  Object.fromEntries(
    Object.values(collections).flatMap(({ name, shardKey }) => (shardKey ? [[name, shardKey]] : [])),
  );
