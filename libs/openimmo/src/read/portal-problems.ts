import { isUnsaid } from '@estate/contracts';
import type { ImportReason } from '@estate/contracts';
import type { Place } from './found.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { ObjectProblem } from './object-problem.ts';
import { flagIn } from './values.ts';

/** Lists of portals that an object excludes, or to which it is restricted. */
const LISTS: readonly (readonly [path: string, reason: ImportReason])[] = [
  ['weitergabe_negativ', 'portals_excluded'],
  ['weitergabe_positiv', 'portals_chosen'],
];

/** Warns of a choice of portals, because the targets of a source decide where objects are listed. */
export const portalProblems = (technical: Place): ObjectProblem[] =>
  LISTS.flatMap(([list, reason]) => {
    const named = technical.findAll(list).filter(({ text }) => flagIn(text) !== false && !isUnsaid(text));
    const [first] = named;
    if (first === undefined) return [];
    for (const { claim } of named) claim();
    const portals = shown(named.map(({ text }) => text).join(', '));
    return [objectProblem('warning', { path: first.path, value: portals, reason, parameters: { portals } })];
  });
