import { isUnsaid } from '@estate/contracts';
import { isUnset } from './found.ts';
import type { Found, Place } from './found.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { ObjectProblem } from './object-problem.ts';
import { plainText } from './plain-text.ts';
import type { Transfer } from './transfer.ts';
import { flagIn } from './values.ts';

export type ImportAction = 'create' | 'update' | 'delete';

export interface ActionReading {
  action: ImportAction;
  problems: ObjectProblem[];
}

const ACTIONS: Readonly<Record<string, ImportAction>> = {
  NEW: 'create',
  NEU: 'create',
  ADD: 'create',
  INSERT: 'create',
  CHANGE: 'update',
  UPDATE: 'update',
  DELETE: 'delete',
  REMOVE: 'delete',
  // A reference is an example of a sold property, and no longer offered.
  REFERENZ: 'delete',
};

const wordOf = (text: string): string => plainText(text).trim().toUpperCase();
const actionIn = ({ text }: Found): ImportAction | undefined => ACTIONS[wordOf(text)];

/** Words that were not seen in any export, but that indicate a deletion, which must not be missed. */
const DELETION = /l(?:ö|oe)sch|entfern|delet|remov/i;
const mayDelete = (found: Found): boolean => actionIn(found) === 'delete' || DELETION.test(found.text);

/** Names of elements and attributes whose value is an action, whatever it is; of other names it may be a number or a date. */
const OF_ACTIONS = /^(?:aktion(?:_?art)?|action(?:_?type)?|art|typ|type|modus|mode|value|wert)$/i;
const ELEMENTS = ['aktion', 'aktionart', 'action'];

/** The actions in an element or an attribute; its name may be the action: `DELETE="true"`, `<DELETE/>`. */
function saidBy(name: string, found: Found): Found[] {
  const flag = flagIn(found.text);
  const isName = ACTIONS[name.toUpperCase()] !== undefined;
  if (isName && flag === false) found.claim();
  if (isName) return flag === false ? [] : [{ ...found, text: name }];
  const isWord = flag === undefined && /\p{L}{3}/u.test(found.text);
  return isWord || OF_ACTIONS.test(name) ? [found] : [];
}

/** The names of the attributes; that of the schema comes first. */
const attributesOf = (place: Place): string[] =>
  place.elements
    .flatMap(({ attributes }) => [...attributes.keys()])
    .toSorted((one, other) => Number(/^aktionart$/i.test(other)) - Number(/^aktionart$/i.test(one)));

function saidWithin(place: Place): Found[] {
  const [element] = place.elements;
  if (element === undefined) return [];
  const { name, text, children, attributes } = element;
  if (text.trim() === '' && children.length === 0 && attributes.size === 0) {
    const empty = { text: name, path: place.path, within: place, claim: () => undefined };
    return ACTIONS[name.toUpperCase()] === undefined && !DELETION.test(name) ? [] : [empty];
  }
  return [
    ...attributesOf(place).flatMap((attribute) =>
      place.findAll(`@${attribute}`).flatMap((found) => saidBy(attribute, found)),
    ),
    ...place.findAll('').flatMap((found) => saidBy(name, found)),
    ...[...new Set(children.map((child) => child.name))].flatMap((child) =>
      place.inside(child).each().flatMap(saidWithin),
    ),
  ];
}

/** All values that software writes as the action of an object, without signs and zeros. */
function saidOf(technical: Place): Found[] {
  const all = ELEMENTS.flatMap((name) => technical.inside(name).each().flatMap(saidWithin));
  const isSaid = (found: Found) => !isUnset(found) && !isUnsaid(plainText(found.text));
  for (const found of all) found.claim();
  return all.filter(isSaid);
}

/**
 * The action of the object, or else of the transfer. A contradicted deletion is an error, as is a value that is not understood if there is
 * no other.
 */
export function actionOf(technical: Place, transfer: Transfer): ActionReading {
  const said = saidOf(technical);
  const actions = said.flatMap((found) => actionIn(found) ?? []);
  const action = actions.find((one) => one !== 'delete') ?? actions[0];
  const others = said.filter((found) => action === undefined || actionIn(found) !== action);
  const problems = others.map((found) => {
    const severity = action === undefined || mayDelete(found) ? 'error' : 'warning';
    const { path, text } = found;
    return objectProblem(severity, { path, value: shown(text), reason: 'decider_unknown' });
  });
  return {
    action: action ?? ACTIONS[transfer.mode ?? 'NEW'] ?? 'create',
    problems: said.length === 0 ? modeProblems(transfer) : problems,
  };
}

/** Problems of a transfer's unknown mode: it may mean deletions, so each object must name its action. */
const modeProblems = ({ unknownMode: value }: Transfer): ObjectProblem[] =>
  value === undefined
    ? []
    : [objectProblem('error', { path: 'uebertragung/@modus', value, reason: 'decider_unknown' })];
