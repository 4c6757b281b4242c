import { MongoError, notSupported } from '../errors.ts';
import { conditionsOf } from '../query/conditions.ts';
import { compileFilter, type Filter, namesIn } from '../query/filter.ts';
import { type Doc, isDoc } from '../values/document.ts';
import { equalValues } from '../values/compare.ts';
import { isIndex, rootOf } from '../values/paths.ts';

/** An index as stored and listed, with what is derived from that once. */
export type Index = {
  id: number;
  name: string;
  spec: Doc;
  fields: { path: string; parts: string[] }[];
  unique: boolean;
  sparse: boolean;
  expireAfterSeconds: number | undefined;
  partialFilter: Doc | undefined;
  inPartial: Filter;
  /** The top-level fields that decide the entries of a document. */
  roots: string[];
  /** The paths that the index reads, and whole top-level fields for a partial one. */
  reads: readonly (readonly string[])[];
  /** The indexed paths on which some document has an array: there, a document may have several entries. */
  multikey: readonly string[];
  /** True if some value was too long for a key and was cut: the order of such entries is undefined. */
  truncated: boolean;
};

const allowed = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
]);
const partialOperators = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$in']);

function checkPartial(filter: Doc): void {
  compileFilter(filter);
  const { byPath, alternatives } = conditionsOf(filter);
  const refused = [...byPath.values()]
    .flat()
    .find(({ operator, operand }) => !partialOperators.has(operator) || (operator === '$exists' && !operand));
  if (refused || alternatives.length > 0)
    throw new MongoError(67, `unsupported expression in partial index: ${refused?.operator ?? '$or'}`);
}

function parseKey(key: unknown): string[] {
  if (!isDoc(key) || Object.keys(key).length === 0)
    throw new MongoError(67, 'an index needs a key document that is not empty');
  return Object.entries(key).map(([path, direction]) => {
    if (direction !== 1 || path.split('.').some((part) => part.startsWith('$') || isIndex(part)))
      throw notSupported(`an index of the kind { ${path}: ${String(direction)} }`);
    return path;
  });
}

const isIdKey = (fields: readonly string[]): boolean => fields.length === 1 && fields[0] === '_id';

function checkTtl(seconds: unknown, fields: readonly string[]): void {
  if (seconds === undefined) return;
  if (typeof seconds !== 'number' || seconds < 0 || fields.length > 1 || isIdKey(fields))
    throw new MongoError(
      67,
      'expireAfterSeconds needs a number that is not negative and a single field other than _id',
    );
}

function checkFilter({ partialFilterExpression: partial, sparse }: Doc): void {
  if (partial === undefined) return;
  if (!isDoc(partial)) throw new MongoError(67, 'partialFilterExpression must be a document');
  if (sparse) throw new MongoError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  checkPartial(partial);
}

/** Validates a client's index specification and converts it to the stored form. */
export function parseIndexSpec(spec: Doc): Doc {
  for (const option of Object.keys(spec))
    if (!allowed.has(option)) throw notSupported(`index option '${option}'`);
  const fields = parseKey(spec['key']);
  const { name, unique, sparse, partialFilterExpression, expireAfterSeconds } = spec;
  if (typeof name !== 'string' || name === '') throw new MongoError(67, 'an index needs a name');
  checkFilter(spec);
  checkTtl(expireAfterSeconds, fields);
  const options = {
    unique: unique ? true : undefined,
    sparse: sparse ? true : undefined,
    partialFilterExpression,
    expireAfterSeconds,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { v: 2, key: spec['key'], name: isIdKey(fields) ? '_id_' : name, ...Object.fromEntries(given) };
}

/** Compiles a stored specification. */
export function indexOf(id: number, spec: Doc, flags: Pick<Index, 'multikey' | 'truncated'>): Index {
  const partialFilter = spec['partialFilterExpression'] as Doc | undefined;
  const fields = parseKey(spec['key']).map((path) => ({ path, parts: path.split('.') }));
  const filtered = [...namesIn(partialFilter ?? {})];
  return {
    id,
    name: spec['name'] as string,
    spec,
    fields,
    unique: spec['unique'] === true || id === 0,
    sparse: spec['sparse'] === true,
    expireAfterSeconds: spec['expireAfterSeconds'] as number | undefined,
    partialFilter,
    inPartial: compileFilter(partialFilter ?? {}),
    roots: [...fields.map(({ path }) => rootOf(path)), ...filtered],
    reads: [...fields.map(({ parts }) => parts), ...filtered.map((name) => [name])],
    ...flags,
  };
}

/** True if the index exists already; refuses one that differs under the same name or on the same key. */
export function alreadyThere(existing: readonly Index[], spec: Doc): boolean {
  const sameKey = (index: Index) => equalValues(index.spec['key'], spec['key']);
  const named = existing.find((index) => index.name === spec['name']);
  if (named && !sameKey(named))
    throw new MongoError(
      86,
      `An existing index has the same name as the requested index. Requested index: ${String(spec['name'])}`,
    );
  if (named?.id === 0) return true;
  if (named) {
    if (equalValues(named.spec, spec)) return true;
    throw new MongoError(
      named.expireAfterSeconds === spec['expireAfterSeconds'] ? 86 : 85,
      `An equivalent index already exists with the same name but different options: ${named.name}`,
    );
  }
  const { partialFilterExpression: partial } = spec;
  const twin = existing.find(
    (index) => index.id > 0 && sameKey(index) && equalValues(index.partialFilter ?? {}, partial ?? {}),
  );
  if (twin) throw new MongoError(85, `Index already exists with a different name: ${twin.name}`);
  return false;
}
