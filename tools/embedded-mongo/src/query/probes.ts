import type { Index } from '../storage/index-spec.ts';
import { boundsOf } from './bounds.ts';
import { type Condition, type Conditions, isPoints } from './conditions.ts';

/**
 * A condition that the keys of an index decide. For each range of the scan there are prefixes: one of them, followed by what follows the
 * prefix in an entry of that range, is a key of the index exactly if the document satisfies the condition.
 */
export type Probe = { condition: Condition; prefixes: Buffer[][] };

/** A scan: its fixed leading fields, their values in each range, and the condition on an array that it uses. */
type Scanned = { index: Index; fields: number; values: Buffer[][]; ofArray?: Condition | undefined };

type Among = {
  conditions: Conditions;
  indexes: readonly Index[];
  /** True if an index contains every document that satisfies the conditions. */
  mayServe: (index: Index) => boolean;
  prefixOf: (index: Index) => Buffer;
};

type Wanted = { path: string; condition: Condition; points: readonly Buffer[] };

const mostPrefixes = 8;

/** Conditions that the keys of indexes decide without the document. */
export function probesOf(scan: Scanned, { conditions, indexes, mayServe, prefixOf }: Among): Probe[] {
  if (scan.index.truncated || scan.index.id === 0) return [];
  return wantedOf(scan, conditions).flatMap((wanted) => {
    for (const other of indexes) {
      const decided = prefixesIn(other, scan, wanted);
      if (!decided || !mayServe(other)) continue;
      const prefix = prefixOf(other);
      const prefixes = decided.map((rows) => rows.map((row) => Buffer.concat([prefix, ...row])));
      return [{ condition: wanted.condition, prefixes }];
    }
    return [];
  });
}

/** Conditions on single values that the scan itself does not use. */
function wantedOf({ index, fields, ofArray }: Scanned, { byPath }: Conditions): Wanted[] {
  const fixed = index.fields.slice(0, fields).map(({ path }) => path);
  return [...byPath].flatMap(([path, given]) => {
    const isFixed = fixed.includes(path) && !index.multikey.includes(path);
    return given.flatMap((condition) => {
      const bounds = !isFixed && condition !== ofArray && isPoints(condition) && boundsOf([condition]);
      return bounds && 'points' in bounds && bounds.points.length <= mostPrefixes
        ? [{ path, condition, points: bounds.points }]
        : [];
    });
  });
}

/**
 * The values of the leading fields of an index for each range of the scan, if these are the wanted condition and fields that the scan
 * fixes, and the fields after them are those that follow in the scan.
 */
function prefixesIn(other: Index, scan: Scanned, { path, points }: Wanted): Buffer[][][] | undefined {
  const rest = scan.index.fields.slice(scan.fields);
  const leading = other.fields.slice(0, other.fields.length - rest.length);
  const isSame = rest.every((field, at) => other.fields[leading.length + at]?.path === field.path);
  const isArray = rest.some((field) =>
    [scan.index, other].some(({ multikey }) => multikey.includes(field.path)),
  );
  if (other.truncated || !isSame || isArray || !leading.some((field) => field.path === path))
    return undefined;
  const places = leading.map((field) =>
    scan.index.fields.slice(0, scan.fields).findIndex((own) => own.path === field.path),
  );
  if (leading.some((field, at) => field.path !== path && places[at] === -1)) return undefined;
  return scan.values.map((values) =>
    points.map((point) =>
      leading.map((field, at) => (field.path === path ? point : (values[places[at] ?? -1] as Buffer))),
    ),
  );
}
