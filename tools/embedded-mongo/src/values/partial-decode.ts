import { decodePlain, type Doc } from './document.ts';
import { documentOf, walkFields } from './top-level-fields.ts';

/** The wanted fields of a document by name, each with its wanted parts, or all of it if that is empty. */
export type PathTree = ReadonlyMap<string, PathTree>;

const documentType = 0x03;
const arrayType = 0x04;

/** The tree of some paths; of a path and another one below it, the shorter one counts. */
export function pathTree(paths: Iterable<readonly string[]>): PathTree {
  const root = new Map<string, Map<string, unknown>>();
  const byLength = [...paths].sort((left, right) => right.length - left.length);
  for (const parts of byLength) {
    let level = root as Map<string, unknown>;
    for (const part of parts.slice(0, -1)) {
      const below = (level.get(part) as Map<string, unknown> | undefined) ?? new Map<string, unknown>();
      level.set(part, below);
      level = below;
    }
    level.set(parts.at(-1) as string, new Map());
  }
  return root as unknown as PathTree;
}

/** Decodes the wanted top-level fields of a document, and skips the rest without reading it. */
export function decodeFields(raw: Buffer, wanted: ReadonlySet<string>): Doc {
  const kept: Buffer[] = [];
  const isWhole = walkFields(raw, (name, from, to) => {
    if (wanted.has(name)) kept.push(raw.subarray(from, to));
  });
  // The decoder reports the problem of a document that cannot be walked through.
  return decodePlain(isWhole ? documentOf(kept) : raw);
}

/**
 * Decodes the values on the wanted paths, also within the documents of an array. The result may contain other values, too, so only those on
 * these paths count.
 */
export const decodePaths = (raw: Buffer, wanted: PathTree): Doc => decodePlain(picked(raw, wanted) ?? raw);

/** The document with only the wanted fields; undefined if it cannot be walked through. */
function picked(raw: Buffer, wanted: PathTree): Buffer | undefined {
  const kept: Buffer[] = [];
  const isWhole = walkFields(raw, (name, from, to) => {
    const below = wanted.get(name);
    if (!below) return;
    const field = raw.subarray(from, to);
    kept.push(below.size === 0 ? field : reduced(field, below));
  });
  return isWhole ? documentOf(kept) : undefined;
}

/** A field with only its wanted parts; one that is neither a document nor an array stays unchanged. */
function reduced(field: Buffer, wanted: PathTree): Buffer {
  const type = field[0];
  if (type !== documentType && type !== arrayType) return field;
  const start = field.indexOf(0, 1) + 1;
  const value = field.subarray(start);
  const less = type === documentType ? picked(value, wanted) : elements(value, wanted);
  return less ? Buffer.concat([field.subarray(0, start), less]) : field;
}

/** An array whose documents are reduced; its other elements keep their positions. */
function elements(raw: Buffer, wanted: PathTree): Buffer | undefined {
  const kept: Buffer[] = [];
  const isWhole = walkFields(raw, (_name, from, to) => {
    const element = raw.subarray(from, to);
    kept.push(element[0] === documentType ? reduced(element, wanted) : element);
  });
  return isWhole ? documentOf(kept) : undefined;
}
