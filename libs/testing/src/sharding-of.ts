import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db, IndexSpec, ShardKeys } from '@estate/persistence';

/** The compatibility of a database's indexes with its shard keys. */
interface Sharding {
  /** Unique indexes that MongoDB refuses on the sharded collection, and collections without indexes. */
  refused: string[];
  /** Indexes over all documents for queries without the key: each of these queries addresses every shard. */
  everyShard: string[];
}

/**
 * Compares the indexes of a service with its shard keys. A unique index must begin with the fields of the key. Sparse, partial and expiring
 * indexes are left out of `everyShard`: they hold few documents, or serve no query.
 */
export async function shardingOf(db: Db, shardKeys: ShardKeys): Promise<Sharding> {
  const found: Sharding = { refused: [], everyShard: [] };
  for (const [collection, shardKey] of Object.entries(shardKeys)) {
    const indexes = (await db.collection(collection).listIndexes().toArray()) as IndexSpec[];
    const own = indexes.filter(({ name }) => name !== '_id_');
    if (own.length === 0) found.refused.push(`${collection} has no index`);
    for (const index of own.filter(({ key }) => !beginsWith(key, shardKey))) {
      const name = `${collection}: ${index.name ?? ''}`;
      if (index.unique) found.refused.push(name);
      else if (isOverAll(index)) found.everyShard.push(name);
    }
  }
  return { refused: found.refused.toSorted(), everyShard: found.everyShard.toSorted() };
}

const PAGE = fileURLToPath(new URL('../../../docs/deployment.md', import.meta.url));

/** The shard keys of a service in the page about deployment. */
export function documentedShardKeys(service: string): ShardKeys {
  const rows = readFileSync(PAGE, 'utf8').matchAll(
    /^\| ([\w-]+) +\| `([\w-]+)` +\| `(\w+)`(, `hashed`)? +\|/gm,
  );
  return Object.fromEntries(
    [...rows]
      .filter(([, name]) => name === service)
      .map(([, , collection = '', field = '', hashed]) => [collection, { [field]: hashed ? 'hashed' : 1 }]),
  );
}

const beginsWith = (key: IndexSpec['key'], shardKey: object): boolean =>
  Object.keys(shardKey).every((field, position) => Object.keys(key)[position] === field);

const isOverAll = ({ sparse, partialFilterExpression, expireAfterSeconds }: IndexSpec): boolean =>
  !sparse && !partialFilterExpression && expireAfterSeconds === undefined;
