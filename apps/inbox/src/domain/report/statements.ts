import type { PlatformMessage, PlatformStateName } from '@estate/contracts';
import {
  isNotShown,
  isRemoval,
  judgementOf,
  saysNoFault,
  saysWhatWasDone,
  severityOf,
  verdictOf,
} from './verdict.ts';
import type { Judgement, Verdict } from './verdict.ts';
import type { Role } from './labels.ts';

/** The statement of one row, block or line of a report about an object. */
export interface Statement {
  numbers: string[];
  fileName?: string | undefined;
  verdict?: Verdict | undefined;
  messages: PlatformMessage[];
  publicUrl?: string | undefined;
}

export interface Cell {
  role: Role;
  text: string;
}

const LONGEST_NUMBER = 150;
const LONGEST_URL = 2000;
const NOTHING = /^(?:-+|–|0|keine?r?|none|n\/?a|null)?$/i;

/** The place of an object in a count, such as `2 von 5`. */
const COUNT = /^\d+ (?:von|of) \d+$/i;

/** A number that is longer than this is none. */
const LONGEST_CELL = 500;

/** The numbers that a cell may mean, the most likely first. */
export function numbersIn(text: string): string[] {
  const whole = text.slice(0, LONGEST_CELL).replace(/^["'„“”#\s]+|["'“”\s.,;:]+$/gu, '');
  const [first = ''] = whole.split(/\s?[(,;]/);
  return [...new Set([whole, first])].filter(
    (number) =>
      number !== '' && number.length <= LONGEST_NUMBER && !NOTHING.test(number) && !COUNT.test(number),
  );
}

const LONGEST_NAME = 150;

/** The names of packages and documents in a text. */
export const fileNamesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[^\w.-]+/)
      .map((name) => name.replace(/^\.+/, ''))
      .map((name) => (name.endsWith('.') ? name.slice(0, -1) : name))
      .filter((name) => name.length <= LONGEST_NAME && /\w\.(?:zip|xml)$/i.test(name)),
  ),
];

/** The first address of a page in a text. */
export function pageIn(text: string): string | undefined {
  const found = /https?:\/\/[^\s<>"'|;,)]{4,}/i.exec(text)?.[0];
  const url = found !== undefined && found.length <= LONGEST_URL ? URL.parse(found) : null;
  return url?.href;
}

const filled = (cells: readonly Cell[], ...roles: Role[]): string[] =>
  cells
    .filter(({ role, text }) => roles.includes(role) && !NOTHING.test(text))
    .filter(({ role, text }) => role === 'status' || !saysNoFault(text))
    .map(({ text }) => text);

/** The statement of a row or a block. Its status decides; without one, its faults and its action do. */
export function statementOf(cells: readonly Cell[]): Statement {
  const statuses = filled(cells, 'status');
  const removals = filled(cells, 'action').filter(isRemoval);
  const words = filled(cells, 'message', 'fault', 'warning');
  const judged = statuses.length === 0 ? verdictWithoutStatus(cells) : verdictOfStatus(cells, statuses);
  const [code] = filled(cells, 'code');
  const [fileName] = filled(cells, 'file').flatMap(fileNamesIn);
  const publicUrl = pageIn(filled(cells, 'url').join(' '));
  const messages = words.map((text) => ({
    ...(code !== undefined && { code }),
    severity: severityIn(cells, text, judged),
    text,
  }));
  const besides = [
    ...(judged === undefined ? removals : []),
    ...(judged === undefined || words.length === 0 ? statuses : []),
  ];
  return {
    numbers: filled(cells, 'number').flatMap(numbersIn),
    fileName,
    verdict: judged,
    messages: [...besides.map((text) => ({ severity: severityOf(text), text })), ...messages],
    publicUrl,
  };
}

/** These words say it only where they are the whole status: `online` is also what something will be. */
const SHOWN = /^(?:online|aktiv|active)$/i;

const judgementOfStatus = (status: string): Judgement =>
  SHOWN.test(status) ? { verdict: 'confirmed' } : judgementOf(status);

/** The verdict of the status, if nothing else in the row contradicts it. */
function verdictOfStatus(cells: readonly Cell[], statuses: readonly string[]): Verdict | undefined {
  const judgements = statuses.map(judgementOfStatus);
  if (judgements.some(({ doubt }) => doubt)) return undefined;
  const verdict = only(judgements.flatMap((one) => one.verdict ?? []));
  const isRemoving = filled(cells, 'action').some(isRemoval);
  // A removal that was refused leaves the object where it is.
  if (verdict === 'rejected') return isRemoving ? undefined : verdict;
  if (verdict !== 'confirmed') return verdict;
  const words = filled(cells, 'message', 'fault', 'warning');
  const said = new Set(filled(cells, 'message').flatMap((text) => verdictOf(text) ?? []));
  if (said.has('rejected') || words.some(isNotShown)) return undefined;
  if (!isRemoving && !said.has('removed')) return verdict;
  return statuses.some((status) => saysWhatWasDone(status) || SHOWN.test(status)) ? undefined : 'removed';
}

function verdictWithoutStatus(cells: readonly Cell[]): Verdict | undefined {
  const isRemoving = filled(cells, 'action').some(isRemoval);
  if (filled(cells, 'fault').some(isFault)) return isRemoving ? undefined : 'rejected';
  const said = filled(cells, 'message', 'fault');
  const result = only(said.flatMap((text) => verdictOf(text) ?? []));
  if (isRemoving && result === 'confirmed') return said.some(saysWhatWasDone) ? undefined : 'removed';
  const verdict = only([...filled(cells, 'action'), ...said].flatMap((text) => verdictOf(text) ?? []));
  const isHidden = verdict === 'confirmed' && [...said, ...filled(cells, 'warning')].some(isNotShown);
  return isHidden || (isRemoving && verdict === 'rejected') ? undefined : verdict;
}

/** Some platforms write success where they write faults, too. */
const isFault = (text: string): boolean => verdictOf(text) !== 'confirmed';

function only(verdicts: readonly Verdict[]): Verdict | undefined {
  const [verdict, ...others] = new Set(verdicts);
  return others.length === 0 ? verdict : undefined;
}

function severityIn(
  cells: readonly Cell[],
  text: string,
  verdict: Verdict | undefined,
): PlatformMessage['severity'] {
  const role = cells.find((cell) => cell.text === text)?.role;
  if (role === 'warning') return 'warning';
  const severity = severityOf(text);
  if (severity === 'info' && verdict === 'rejected') return 'error';
  return role === 'fault' && isFault(text) ? 'error' : severity;
}

/** The state of an object of which so many things are said; what contradicts itself decides nothing. */
export function stateOf(verdicts: ReadonlySet<Verdict>): PlatformStateName {
  const [only] = verdicts;
  return verdicts.size === 1 && only !== undefined ? only : 'unknown';
}
