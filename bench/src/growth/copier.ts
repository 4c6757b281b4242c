import type { Stored } from '../lists/list-bench.ts';

/** What a copy of a document is given instead. */
export interface Renamed {
  /** New texts for old ones, wherever they occur. */
  names: ReadonlyMap<string, string>;
  /** Added to every date, in milliseconds. */
  shiftMs: number;
}

type Make = (renamed: Renamed) => unknown;

/** Prepares copies of a document with other names and times; parts without any are shared by all copies. */
export function copierOf(doc: Stored, names: readonly string[]): (renamed: Renamed) => Stored {
  const make = makerOf(doc, new RegExp(names.join('|'), 'g'));
  return (renamed) => (make ? (make(renamed) as Stored) : doc);
}

/** Undefined for a value that stays as it is. */
function makerOf(value: unknown, pattern: RegExp): Make | undefined {
  if (typeof value === 'string') return textMaker(value, pattern);
  if (value instanceof Date) return ({ shiftMs }) => new Date(value.getTime() + shiftMs);
  if (Array.isArray(value)) return listMaker(value, pattern);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getPrototypeOf(value) === Object.prototype ? objectMaker(value, pattern) : undefined;
}

function textMaker(text: string, pattern: RegExp): Make | undefined {
  if (text.search(pattern) < 0) return undefined;
  return ({ names }) => names.get(text) ?? text.replaceAll(pattern, (name) => names.get(name) ?? name);
}

function listMaker(list: readonly unknown[], pattern: RegExp): Make | undefined {
  const makers = list.map((item) => makerOf(item, pattern));
  if (makers.every((make) => make === undefined)) return undefined;
  return (renamed) => list.map((item, at) => makers[at]?.(renamed) ?? item);
}

function objectMaker(object: object, pattern: RegExp): Make | undefined {
  const makers = Object.entries(object).flatMap(([key, value]) => {
    const make = makerOf(value, pattern);
    return make ? [[key, make] as const] : [];
  });
  if (makers.length === 0) return undefined;
  return (renamed) => {
    const copy: Record<string, unknown> = { ...object };
    for (const [key, make] of makers) copy[key] = make(renamed);
    return copy;
  };
}
