import type { Collection, Filter } from 'mongodb';
import { walking } from './audit-walk.ts';
import type { LookTimes, WalkRule } from './audit-walk.ts';
import type { Invariant, Rule } from './auditor.ts';

type Stored<T> = T & { _id: string };

/** A document that others refer to. */
export interface Named {
  id: string;
  accountId: string;
  /** True if it counts as missing. */
  isDeleted?: true | undefined;
}

/** Finds referenced documents by their ids; those that do not exist are left out. */
export type FindNamed = (ids: readonly string[]) => Promise<readonly Named[]>;

/** A rule about documents with a wrong reference, and its texts. */
export interface ReferenceRule<T> extends Rule {
  /** Excludes documents to which the rule does not apply, or not yet. */
  applies?: (doc: Stored<T>, times: LookTimes) => boolean;
  /** The minimum duration of a violation, because messages between services take time. */
  settledMs?: number;
}

/**
 * A field by which the documents of a collection refer to others, in the same database or at another service. The referenced document must
 * belong to the same account. It is part of the declaration of the collection; the rules of the auditor are derived from it.
 */
export interface Reference<T> {
  /** The paths that are read for it. */
  fields: readonly string[];
  /** The ids that a document refers to. */
  namedBy: (doc: Stored<T>) => string | readonly string[] | undefined;
  find: FindNamed;
  /** The rule for missing documents; absent if a document may outlive the ones that it refers to. */
  missing?: ReferenceRule<T>;
  foreign?: ReferenceRule<T>;
  /** The rule for documents of another account; absent if one rule is for both. */
  wrong?: ReferenceRule<T>;
}

type Owned = { accountId: string };
type Flaw = 'missing' | 'foreign';

/** Finds referenced documents in a collection of the same database. */
export const namedIn =
  <T extends { _id: string } & Owned>(collection: Collection<T>, live: Filter<T> = {}): FindNamed =>
  async (ids) => {
    const docs = await collection
      .find({ ...live, _id: { $in: [...ids] } } as Filter<T>)
      .project<{ _id: string } & Owned>({ accountId: 1 })
      .toArray();
    return docs.map(({ _id: id, accountId }) => ({ id, accountId }));
  };

/** The invariants of references, for a walk with further invariants. */
export const referenceRules = <T extends Owned>(references: readonly Reference<T>[]): WalkRule<T>[] =>
  references.flatMap((reference) => {
    const { missing, foreign, wrong } = reference;
    const flaws = cached((docs: readonly Stored<T>[]) => flawsOf(docs, reference));
    return [
      ...(missing ? [toRule(missing, flaws, ['missing'])] : []),
      ...(foreign ? [toRule(foreign, flaws, ['foreign'])] : []),
      ...(wrong ? [toRule(wrong, flaws, ['missing', 'foreign'])] : []),
    ];
  });

export const referenceFields = <T>(references: readonly Reference<T>[]): string[] => [
  ...new Set(['accountId', ...references.flatMap(({ fields }) => fields)]),
];

interface ReferenceWalk<T> {
  name: string;
  collection: Collection<Stored<T>>;
  references: readonly Reference<T>[];
}

/** The invariants of references as a separate walk, because another service may be unavailable and other rules must not wait for it. */
export const referenceWalk = <T extends Owned>({
  name,
  collection,
  references,
}: ReferenceWalk<T>): Invariant[] =>
  walking<T>({
    ...{ name, collection, fields: referenceFields(references) },
    rules: referenceRules(references),
  });

type Flaws = ReadonlyMap<string, ReadonlySet<Flaw>>;

function toRule<T>(
  { applies = () => true, ...rule }: ReferenceRule<T>,
  flawsOfDocs: (docs: readonly Stored<T>[]) => Promise<Flaws>,
  counted: readonly Flaw[],
): WalkRule<T> {
  return {
    ...rule,
    broken: async (docs, times) => {
      const flaws = await flawsOfDocs(docs);
      const isWrong = ({ _id }: Stored<T>) => counted.some((flaw) => flaws.get(_id)?.has(flaw));
      return docs.filter((doc) => isWrong(doc) && applies(doc, times)).map(({ _id }) => _id);
    },
  };
}

/** The ids of documents whose reference is wrong now; a repair changes only these. */
export async function flawedIds<T extends Owned>(
  docs: readonly Stored<T>[],
  reference: Pick<Reference<T>, 'namedBy' | 'find'>,
): Promise<string[]> {
  const flaws = await flawsOf(docs, reference);
  return docs.map(({ _id }) => _id).filter((id) => (flaws.get(id)?.size ?? 0) > 0);
}

async function flawsOf<T extends Owned>(
  docs: readonly Stored<T>[],
  { namedBy, find }: Pick<Reference<T>, 'namedBy' | 'find'>,
): Promise<Flaws> {
  const idsOf = (doc: Stored<T>): readonly string[] => [namedBy(doc) ?? []].flat();
  const ids = [...new Set(docs.flatMap(idsOf))];
  const found = ids.length === 0 ? [] : await find(ids);
  const named = new Map(found.map((one) => [one.id, one]));
  const flawOf = (id: string, { accountId }: Stored<T>): Flaw[] => {
    const one = named.get(id);
    if (one && one.accountId !== accountId) return ['foreign'];
    return !one || one.isDeleted ? ['missing'] : [];
  };
  return new Map(docs.map((doc) => [doc._id, new Set(idsOf(doc).flatMap((id) => flawOf(id, doc)))]));
}

/** Caches the result for a portion, which the rules of one reference share. */
function cached<D extends object, R>(look: (docs: D) => Promise<R>): (docs: D) => Promise<R> {
  const known = new WeakMap<D, Promise<R>>();
  return (docs) => {
    const found = known.get(docs) ?? look(docs);
    known.set(docs, found);
    return found;
  };
}
