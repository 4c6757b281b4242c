import type { ShardKeys } from '@estate/persistence';
import type { Db } from '@estate/persistence';

/** A command to the database. */
interface RecordedFilter {
  collection: string;
  /** The method of the collection. */
  method: string;
  /** The fields in the filter. */
  fields: string[];
}

const METHODS = [
  ...['find', 'findOne', 'countDocuments', 'findOneAndUpdate', 'findOneAndDelete'],
  ...['updateOne', 'updateMany', 'deleteOne', 'deleteMany', 'aggregate', 'bulkWrite'],
];

/** The methods that write; the driver inserts many documents with `bulkWrite`. */
const WRITING = ['insertOne', ...METHODS.filter((method) => /update|delete|write/i.test(method))];

type Method = (this: { collectionName: string }, ...args: unknown[]) => unknown;

/** Records the commands of this process to all collections, until `stop`. */
export function recordFilters(db: Db): { recorded: RecordedFilter[]; stop: () => void } {
  const recorded: RecordedFilter[] = [];
  const stop = watch(db, METHODS, (collection, method, first) => {
    for (const filter of filtersOf(method, first))
      recorded.push({ collection, method, fields: fieldsOf(filter) });
  });
  return { recorded, stop };
}

/** Counts the commands of this process that write to each collection, and the writes in them, until `stop`. */
export function countWrites(db: Db) {
  const counted: Record<string, { commands: number; writes: number }> = {};
  const stop = watch(db, WRITING, (collection, method, first) => {
    const count = (counted[collection] ??= { commands: 0, writes: 0 });
    count.commands += 1;
    count.writes += method === 'bulkWrite' ? (first as unknown[]).length : 1;
  });
  return { counted, stop };
}

type Seen = (collection: string, method: string, first: unknown) => void;

function watch(db: Db, names: readonly string[], seen: Seen): () => void {
  const methods = Object.getPrototypeOf(db.collection('any')) as Record<string, Method>;
  const originals = names.map((method) => [method, methods[method]!] as const);
  for (const [method, original] of originals)
    methods[method] = function (this: { collectionName: string }, ...args: unknown[]) {
      seen(this.collectionName, method, args[0]);
      return original.apply(this, args);
    };
  return () => {
    for (const [method, original] of originals) methods[method] = original;
  };
}

/** The commands that address every shard: filters on sharded collections with neither the whole key nor an id. */
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

/** The fields of a filter, including those of `$and`: a query addresses one shard if one of them has the key. */
function fieldsOf(filter: unknown): string[] {
  return Object.entries(filter ?? {}).flatMap(([field, value]) =>
    field === '$and' ? (value as object[]).flatMap(fieldsOf) : [field],
  );
}
