import type { ShardKeys } from '@estate/persistence';
import type { Db } from '@estate/persistence';

/** One command of a program to its database. */
interface RecordedFilter {
  collection: string;
  /** The method of the collection. */
  method: string;
  /** The fields that the filter names. */
  fields: string[];
}

const METHODS = [
  ...['find', 'findOne', 'countDocuments', 'findOneAndUpdate', 'findOneAndDelete'],
  ...['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'aggregate', 'bulkWrite'],
] as const;

type Method = (this: { collectionName: string }, ...args: unknown[]) => unknown;

/** Records what every collection of this process is asked for, until `stop`. */
export function recordFilters(db: Db): { recorded: RecordedFilter[]; stop: () => void } {
  const methods = Object.getPrototypeOf(db.collection('any')) as Record<string, Method>;
  const recorded: RecordedFilter[] = [];
  const originals = METHODS.map((method) => [method, methods[method]!] as const);
  for (const [method, original] of originals)
    methods[method] = function (this: { collectionName: string }, ...args: unknown[]) {
      for (const filter of filtersOf(method, args[0]))
        recorded.push({ collection: this.collectionName, method, fields: fieldsOf(filter) });
      return original.apply(this, args);
    };
  const stop = () => {
    for (const [method, original] of originals) methods[method] = original;
  };
  return { recorded, stop };
}

/** What asks every shard of the sharded collections: filters with neither the whole key nor an id. */
export const askingEveryShard = (
  recorded: readonly RecordedFilter[],
  shardKeys: ShardKeys,
): RecordedFilter[] =>
  recorded.filter(({ collection, fields }) => {
    const key = shardKeys[collection];
    return key && !fields.includes('_id') && !Object.keys(key).every((field) => fields.includes(field));
  });

function filtersOf(method: string, first: unknown): unknown[] {
  if (method === 'aggregate') return [(first as { $match?: object }[])[0]?.$match];
  if (method !== 'bulkWrite') return [first];
  return (first as Record<string, { filter?: object }>[]).flatMap((write) =>
    Object.values(write).flatMap(({ filter }) => filter ?? []),
  );
}

/** With those of `$and`: a query asks one shard if one of them has the key. */
function fieldsOf(filter: unknown): string[] {
  return Object.entries(filter ?? {}).flatMap(([field, value]) =>
    field === '$and' ? (value as object[]).flatMap(fieldsOf) : [field],
  );
}
