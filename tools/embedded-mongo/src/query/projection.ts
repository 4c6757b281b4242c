import { $project } from 'mingo/operators/pipeline';
import { Lazy } from 'mingo/lazy';
import type { Options } from 'mingo/types';
import { MongoError, notSupported } from '../errors.ts';
import { decodeExact, decodePlain, type Doc, encode, isDoc, putField } from '../values/document.ts';
import { mingoOptions } from './filter.ts';

/** Turns a stored document into what the client asked to see of it. */
export type Projection = (raw: Buffer) => Buffer;

/** The fields of a projection as a tree: `true` at the end of a path. */
type Tree = Map<string, Tree | true>;

const isFlag = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

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

function excluded(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item) => excluded(item, tree));
  if (!isDoc(value)) return value;
  const result: Doc = {};
  for (const key of Object.keys(value)) {
    const below = tree.get(key);
    if (below !== true) putField(result, key, below ? excluded(value[key], below) : value[key]);
  }
  return result;
}

function byFlags(spec: Doc): Projection {
  const { _id: id, ...fields } = spec;
  const flags = Object.values(fields).map(Boolean);
  if (new Set(flags).size > 1)
    throw new MongoError(31254, 'Cannot do exclusion on a field in inclusion projection');
  const includes = flags[0] ?? (id !== undefined && Boolean(id));
  const paths = Object.keys(fields);
  const withId = id === undefined || Boolean(id);
  const apply = includes ? included : excluded;
  const tree = treeOf(withId === includes ? [...paths, '_id'] : paths);
  return (raw) => encode(apply(decodeExact(raw), tree) as Doc);
}

function byExpressions(spec: Doc): Projection {
  if (Object.keys(spec).some((path) => path.endsWith('.$')))
    throw notSupported("the positional projection '.$'");
  return (raw) => {
    const [result] = $project(Lazy([decodePlain(raw)]), spec, mingoOptions as Options).collect<Doc>();
    return encode(result as Doc);
  };
}

/** Compiles a projection; undefined when the whole document is wanted. */
export function compileProjection(spec: unknown): Projection | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDoc(spec)) throw new MongoError(14, 'a projection must be a document');
  if (Object.keys(spec).length === 0) return undefined;
  const onlyFlags = Object.entries(spec).every(([path, value]) => isFlag(value) && !path.endsWith('.$'));
  return onlyFlags ? byFlags(spec) : byExpressions(spec);
}
