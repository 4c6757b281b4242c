import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { LookTimes, WalkRule } from './audit-walk.ts';
import type { Rule } from './auditor.ts';
import { beyondLeases } from '../work/lease.ts';
import type { Leased } from '../work/lease.ts';

type Stored<T> = T & { _id: string };

export interface DocumentRule<T> extends Omit<Rule, 'repair'> {
  isBroken: (doc: Stored<T>, now: Date) => boolean;
  /** The change that corrects a document; undefined if a person has to decide. */
  correction?: (doc: Stored<T>, now: Date) => UpdateFilter<Stored<T>>;
}

/** An invariant that can be checked with the document alone. A correction is only applied to an unchanged document. */
export function ofDocument<T extends object>(
  collection: Collection<Stored<T>>,
  { seen, ...rule }: DocumentRule<T> & { seen?: (doc: Stored<T>) => Filter<Stored<T>> },
): WalkRule<T> {
  const { isBroken, correction, ...words } = rule;
  const broken = (docs: readonly Stored<T>[], { now }: LookTimes) =>
    docs.filter((doc) => holds(() => isBroken(doc, now), true)).map(({ _id }) => _id);
  if (!correction || !seen) return { ...words, broken };
  const repair = async (ids: readonly string[], now: Date) => {
    const docs = await collection.find({ _id: { $in: [...ids] } } as Filter<Stored<T>>).toArray();
    const repaired: string[] = [];
    const stored = docs.map((one) => one as unknown as Stored<T>);
    for (const doc of stored.filter((one) => holds(() => isBroken(one, now), false))) {
      const asSeen = { ...seen(doc), _id: doc._id } as Filter<Stored<T>>;
      const { modifiedCount } = await collection.updateOne(asSeen, correction(doc, now));
      if (modifiedCount === 1) repaired.push(doc._id);
    }
    return repaired;
  };
  return { ...words, broken, repair };
}

/**
 * The result of a condition; an unexpected shape of the document is a violation for a person, and must not stop the check of the others.
 */
function holds(condition: () => boolean, ofAnotherShape: boolean): boolean {
  try {
    return condition();
  } catch {
    return ofAnotherShape;
  }
}

/** The texts about leases that end in the far future, which every claim treats as over. */
export const LEASE_WORDS: Pick<Rule, 'meaning' | 'advice'> = {
  meaning: 'Nothing waits: a lease that ends in the far future counts as over.',
  advice:
    'A lease ends in the far future. A clock was wrong, or the documents were changed manually. Release the lease (rek repair).',
};

/** No lease ends later than the maximum length allows. A repair releases it. */
export const leaseEnds = <T extends Leased>(collection: Collection<T>, name: string): WalkRule<T> =>
  ofDocument<T>(collection, {
    ...LEASE_WORDS,
    name,
    isBroken: ({ lease }, now) => lease != null && lease.until > beyondLeases(now),
    seen: ({ fence, lease }) =>
      ({ fence: fence ?? { $exists: false }, 'lease.until': lease?.until }) as unknown as Filter<Stored<T>>,
    correction: () => ({ $unset: { lease: '' } }) as unknown as UpdateFilter<Stored<T>>,
  });

/** The ids of documents with a reference to a missing document, in portions of ids. */
export async function danglingIds<T extends { _id: string }>(
  docs: readonly T[],
  referenceOf: (doc: T) => string | undefined,
  to: Collection<{ _id: string }>,
): Promise<string[]> {
  const ids = [...new Set(docs.flatMap((doc) => referenceOf(doc) ?? []))];
  if (ids.length === 0) return [];
  const known = await to
    .find({ _id: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const present = new Set(known.map(({ _id }) => _id));
  const isDangling = (id: string | undefined) => id !== undefined && !present.has(id);
  return docs.filter((doc) => isDangling(referenceOf(doc))).map(({ _id }) => _id);
}
