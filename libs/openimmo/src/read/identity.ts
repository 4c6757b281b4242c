import { createHash } from 'node:crypto';
import { externalIdOf, isUnsaid } from '@estate/contracts';
import { ACTION_PATHS } from '../mapping/deciders.ts';
import { objectProblem } from './object-problem.ts';
import type { ObjectProblem } from './object-problem.ts';
import type { Found, Place } from './found.ts';
import { plainText } from './plain-text.ts';
import type { Transfer } from './transfer.ts';

export type ImportAction = 'create' | 'update' | 'delete';

/** The numbers that identify an object. */
export interface ObjectNumbers {
  /** `objektnr_extern`: what people call it. */
  external?: string;
  /** `objektnr_intern` */
  internal?: string;
  /** `openimmo_obid` */
  openimmo?: string;
}

const ACTIONS: Readonly<Record<string, ImportAction>> = {
  NEW: 'create',
  ADD: 'create',
  INSERT: 'create',
  CHANGE: 'update',
  UPDATE: 'update',
  DELETE: 'delete',
  REMOVE: 'delete',
  // It is shown as an example of what has been sold, and no longer offered.
  REFERENZ: 'delete',
};

const actionIn = ({ text }: Found): ImportAction | undefined => ACTIONS[plainText(text).trim().toUpperCase()];

/** All values that software writes as the action of an object, in the order of their elements. */
const actionsIn = (technical: Place): Found[] =>
  ACTION_PATHS.flatMap((path) => technical.below(path.replace('verwaltung_techn/', '')));

/** The object itself names its action; otherwise the transfer does. Values that name another one stay unclaimed, and are errors. */
export function actionOf(technical: Place, { mode }: Transfer): ImportAction {
  const said = actionsIn(technical);
  const actions = said.flatMap((found) => actionIn(found) ?? []);
  const action = actions.find((one) => one !== 'delete') ?? actions[0];
  for (const found of said) if (action !== undefined && actionIn(found) === action) found.claim();
  return action ?? ACTIONS[mode ?? 'NEW'] ?? 'create';
}

/** A transfer whose mode is not understood may be one of deletions, so that an object must name its action. */
export function modeProblems(technical: Place, { unknownMode }: Transfer): ObjectProblem[] {
  if (unknownMode === undefined || actionsIn(technical).length > 0) return [];
  return [
    objectProblem('error', { path: 'uebertragung/@modus', value: unknownMode, reason: 'decider_unknown' }),
  ];
}

export function numbersOf(technical: Place): ObjectNumbers {
  const read = (name: string) => {
    const found = technical.find(name);
    found?.claim();
    return found?.text.slice(0, LONGEST_NUMBER);
  };
  const [external, internal, openimmo] = ['objektnr_extern', 'objektnr_intern', 'openimmo_obid'].map(read);
  return {
    ...(external !== undefined && { external }),
    ...(internal !== undefined && { internal }),
    ...(openimmo !== undefined && { openimmo }),
  };
}

const LONGEST_NUMBER = 200;
const LONGEST_ID = 50;
const HASH_LENGTH = 8;
const NOT_ALLOWED = /[^a-zA-Z0-9/_#+:@\s-]/g;

/** True if a number identifies an object: software without one writes zeros and dashes, which all of its objects then share. */
const isSaid = (number: string | undefined): boolean =>
  number !== undefined && !isUnsaid(number) && !/^0+$/.test(number);

/** What the object is known by: the first of its numbers that says which it is, or else the first one. */
export const leadingNumber = ({
  external,
  openimmo,
  internal,
}: Partial<Record<keyof ObjectNumbers, string | undefined>>): string | undefined =>
  [external, openimmo, internal].find(isSaid) ?? external ?? openimmo ?? internal;

/** The number that an object is known by although it says nothing, so that others may have the same. */
export function unsaidNumber(numbers: ObjectNumbers): string | undefined {
  const number = leadingNumber(numbers);
  return isSaid(number) ? undefined : number;
}

/**
 * The external id of a property by the numbers of its object. A number that is no external id becomes one by leaving out what is not
 * allowed, with a hash of the number behind it, so that two numbers stay two.
 */
export function importedIdOf(numbers: ObjectNumbers): string | undefined {
  const number = leadingNumber(numbers);
  if (number === undefined) return undefined;
  const id = externalIdOf(number);
  if (isExternalId(id)) return id;
  const hash = createHash('sha256').update(number).digest('hex').slice(0, HASH_LENGTH);
  return `${number.replace(NOT_ALLOWED, '_').slice(0, LONGEST_ID - HASH_LENGTH - 1)}#${hash}`;
}

const isExternalId = (id: string): boolean =>
  id.length > 0 && id.length <= LONGEST_ID && !ANY_NOT_ALLOWED.test(id);
const ANY_NOT_ALLOWED = /[^a-zA-Z0-9/_#+:@\s-]/;
