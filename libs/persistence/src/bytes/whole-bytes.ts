import type { Filter } from 'mongodb';
import { walking } from '../audit/audit-walk.ts';
import type { WalkOptions } from '../audit/audit-walk.ts';
import { COUNTED_MAX } from '../audit/auditor.ts';
import type { Invariant, Pass, Rule } from '../audit/auditor.ts';
import type { Bytes } from './bytes.ts';

type Stored<T> = T & { _id: string };

/** Documents that refer to bytes. */
interface NamingBytes<T> extends Pick<WalkOptions<T>, 'collection' | 'fields' | 'weight'> {
  /** The name of the walk over the documents. */
  walk: string;
  /** The names of the bytes that a document must have; empty while it may still change. */
  namesOf: (doc: Stored<T>) => readonly string[];
  /** Selects documents that refer to one of these names. */
  naming: (names: readonly string[]) => Filter<Stored<T>>;
}

/**
 * All referenced bytes are complete: they are in the index, which a walk over the documents checks, and in their store, which the walks
 * over the bytes check.
 */
export function wholeBytes<T extends object>(
  rule: Rule,
  docs: NamingBytes<T>,
  bytes: Pick<Bytes, 'absent' | 'audit' | 'problems'>,
): Invariant[] {
  const { walk, collection, fields, weight, namesOf } = docs;
  const withNames = (found: readonly Stored<T>[], wrong: { has(name: string): boolean }) =>
    found.filter((doc) => namesOf(doc).some((name) => wrong.has(name))).map(({ _id }) => _id);
  /** Examines all bytes of these documents at once. */
  const examined = async ({ ids = [], now }: Pass) => {
    const found = (await collection
      .find({ _id: { $in: [...ids] } } as Filter<Stored<T>>)
      .toArray()) as Stored<T>[];
    return withNames(found, await bytes.problems(found.flatMap(namesOf), now));
  };
  const naming = async (pass: Pass) => {
    const names = await bytes.audit.wrong(pass);
    if (names.length === 0) return [];
    const found = await collection.find(docs.naming(names)).limit(COUNTED_MAX).toArray();
    return withNames(found as Stored<T>[], new Set(names));
  };
  const unknown = walking<T>({
    ...{ name: walk, collection, fields, ...(weight && { weight }) },
    rules: [
      {
        ...rule,
        broken: async (found) => withNames(found, await bytes.absent(found.flatMap(namesOf))),
      },
    ],
  });
  return unknown.map((invariant) => ({
    ...invariant,
    broken: async (pass) => {
      const found = new Set(await invariant.broken(pass));
      for (const id of await (pass.ids ? examined(pass) : naming(pass))) found.add(id);
      return [...found].slice(0, COUNTED_MAX);
    },
    rounds: async (now) => [...((await invariant.rounds?.(now)) ?? []), ...(await bytes.audit.rounds(now))],
  }));
}
