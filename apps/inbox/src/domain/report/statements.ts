import type { PlatformMessage, PlatformStateName } from '@estate/contracts';
import { severityOf, verdictOf } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import type { Role } from './labels.ts';

/** What one row, block or line of a report says about an object. */
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

/** A number that is longer than this is none. */
const LONGEST_CELL = 500;

/** The numbers that a cell may mean, the most likely first. */
export function numbersIn(text: string): string[] {
  const whole = text.slice(0, LONGEST_CELL).replace(/^["'„“”#\s]+|["'“”\s.,;:]+$/gu, '');
  const [first = ''] = whole.split(/\s?[(,;]/);
  return [...new Set([whole, first])].filter(
    (number) => number !== '' && number.length <= LONGEST_NUMBER && !NOTHING.test(number),
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
  cells.filter(({ role, text }) => roles.includes(role) && !NOTHING.test(text)).map(({ text }) => text);

/** The statement of a row or a block. Its status decides; without one, its faults and its action do. */
export function statementOf(cells: readonly Cell[]): Statement {
  const [status] = filled(cells, 'status');
  const faults = filled(cells, 'fault');
  const words = [...filled(cells, 'message'), ...faults, ...filled(cells, 'warning')];
  const judged = status === undefined ? verdictWithoutStatus(cells, faults) : verdictOf(status);
  const [code] = filled(cells, 'code');
  const [fileName] = filled(cells, 'file').flatMap(fileNamesIn);
  const publicUrl = pageIn(filled(cells, 'url').join(' '));
  const messages = words.map((text) => ({
    ...(code !== undefined && { code }),
    severity: severityIn(cells, text, judged),
    text,
  }));
  const saysStatus = status !== undefined && (words.length === 0 || judged === undefined);
  return {
    numbers: filled(cells, 'number').flatMap(numbersIn),
    fileName,
    verdict: judged,
    messages: saysStatus ? [{ severity: severityOf(status), text: status }, ...messages] : messages,
    publicUrl,
  };
}

function verdictWithoutStatus(cells: readonly Cell[], faults: readonly string[]): Verdict | undefined {
  if (faults.length > 0) return 'rejected';
  const verdicts = new Set(filled(cells, 'action', 'message').flatMap((text) => verdictOf(text) ?? []));
  return verdicts.size === 1 ? [...verdicts][0] : undefined;
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
  return role === 'fault' ? 'error' : severity;
}

/** The state of an object of which so many things are said; what contradicts itself decides nothing. */
export function stateOf(verdicts: ReadonlySet<Verdict>): PlatformStateName {
  const [only] = verdicts;
  return verdicts.size === 1 && only !== undefined ? only : 'unknown';
}
