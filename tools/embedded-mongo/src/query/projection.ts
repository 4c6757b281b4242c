import { MongoError, notSupported } from '../errors.ts';
import { decodeExact, type Doc, encode, isDoc, putField } from '../values/document.ts';
import { documentOf, fieldsOf } from '../values/top-level-fields.ts';

/** Converts a stored document to the projection of the client. */
export type Projection = (raw: Buffer) => Buffer;

/** The fields of a projection as a tree: `true` at the end of a path. */
type Tree = Map<string, Tree | true>;

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    const parts = path.split('.');
    const last = parts.pop() as string;
    let branch = tree;
    for (const part of parts) {
      const below = branch.get(part);
      if (below === true) throw new MongoError(31249, `Path collision at ${path}`);
      const next: Tree = below ?? new Map<string, Tree | true>();
      branch.set(part, next);
      branch = next;
    }
    if (branch.has(last)) throw new MongoError(31249, `Path collision at ${path}`);
    branch.set(last, true);
  }
  return tree;
}

function included(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value))
    return value.filter((item) => isDoc(item) || Array.isArray(item)).map((item) => included(item, tree));
  if (!isDoc(value)) return undefined;
  const result: Doc = {};
  for (const key of Object.keys(value)) {
    const below = tree.get(key);
    const kept = below === true ? value[key] : below && included(value[key], below);
    if (kept !== undefined) putField(result, key, kept);
  }
  return result;
}

/** Selects whole top-level fields, which stay as they are stored. */
function wholeFields(raw: Buffer, names: ReadonlyMap<string, unknown>): Buffer {
  const kept = fieldsOf(raw).filter(({ name }) => names.has(name));
  return documentOf(kept.map(({ bytes }) => bytes));
}

/** Compiles a projection of fields to include; undefined for the whole document. */
export function compileProjection(spec: unknown): Projection | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDoc(spec)) throw new MongoError(14, 'a projection must be a document');
  if (Object.keys(spec).length === 0) return undefined;
  const { _id: id = 1, ...fields } = spec;
  const includes = [id || 1, ...Object.values(fields)].every((flag) => flag === 1 || flag === true);
  const paths = id ? ['_id', ...Object.keys(fields)] : Object.keys(fields);
  if (!includes || paths.length === 0)
    throw notSupported('a projection by anything but the fields to include');
  if (paths.some((path) => path.includes('$'))) throw notSupported('a positional projection');
  const tree = treeOf(paths);
  if ([...tree.values()].every((below) => below === true)) return (raw) => wholeFields(raw, tree);
  return (raw) => encode(included(decodeExact(raw), tree) as Doc);
}
