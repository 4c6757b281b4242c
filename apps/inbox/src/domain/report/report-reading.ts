import { PLATFORM_MESSAGES_MAX, PLATFORM_MESSAGE_LENGTH, REPORTED_OBJECTS_MAX } from '@estate/contracts';
import type { PlatformStateName, ReportedObject } from '@estate/contracts';
import { shownLine } from '../shown-text.ts';
import { stateOf } from './statements.ts';
import type { Statement } from './statements.ts';
import type { Verdict } from './verdict.ts';

/** The statements of an email about objects. */
export interface ReportReading {
  objects: ReportedObject[];
  objectCount: number;
  /** An XML document says so itself. */
  isDocument?: true;
}

export const namesObject = ({ numbers, fileName }: Statement): boolean =>
  numbers.length > 0 || fileName !== undefined;

/** A statement may name an object and say nothing of it. */
export const saysSomething = (statement: Statement): boolean =>
  namesObject(statement) && (statement.verdict !== undefined || statement.messages.length > 0);

const BY_WEIGHT = ['rejected', 'removed', 'unknown', 'confirmed'] as const satisfies PlatformStateName[];
/** A report has to fit through the broker. */
const MOST_CHARACTERS = 300_000;

/** The report of which these statements are; what names no object, or says nothing of it, is left out. */
export function reportOf(statements: readonly Statement[], packages: readonly string[]): ReportReading {
  const [only] = packages.length === 1 ? packages : [];
  const about = Map.groupBy(
    statements.filter(namesObject),
    ({ numbers, fileName }) => numbers.at(-1) ?? fileName,
  );
  const objects = [...about.values()]
    .map((said) => objectOf(said, only))
    .filter((object) => object !== undefined);
  // Objects without problems come last, so that they are left out first.
  const worstFirst = BY_WEIGHT.flatMap((state) => objects.filter((object) => object.state === state));
  return { objects: fitting(worstFirst.slice(0, REPORTED_OBJECTS_MAX)), objectCount: objects.length };
}

/** The objects without the words that no longer fit. */
function fitting(objects: readonly ReportedObject[]): ReportedObject[] {
  let left = MOST_CHARACTERS;
  return objects.map((object) => {
    left -= JSON.stringify(object).length;
    const { numbers, state } = object;
    return left > 0 ? object : { numbers, state, messages: [] };
  });
}

function objectOf(said: readonly Statement[], onlyPackage: string | undefined): ReportedObject | undefined {
  const verdicts = new Set(said.flatMap(({ verdict }) => verdict ?? []));
  const messages = messagesOf(said, verdicts);
  const publicUrl = said.find((one) => one.publicUrl !== undefined)?.publicUrl;
  if (verdicts.size === 0 && messages.length === 0) return undefined;
  const fileName = said.find((one) => one.fileName !== undefined)?.fileName ?? onlyPackage;
  return {
    numbers: [...new Set(said.flatMap(({ numbers }) => numbers))].slice(0, 4),
    state: stateOf(verdicts),
    messages,
    ...(fileName !== undefined && { fileName }),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

/** Each message once; of a confirmation, only what is to be noticed. */
function messagesOf(said: readonly Statement[], verdicts: ReadonlySet<Verdict>) {
  const isConfirmed = verdicts.size === 1 && verdicts.has('confirmed');
  const byText = new Map<string, ReportedObject['messages'][number]>();
  for (const { code, severity, text } of said.flatMap(({ messages }) => messages)) {
    const shown = shownLine(withoutContacts(text), PLATFORM_MESSAGE_LENGTH);
    if (shown === '' || byText.has(shown) || (isConfirmed && severity === 'info')) continue;
    byText.set(shown, { ...(code !== undefined && { code: shownLine(code, 100) }), severity, text: shown });
  }
  return [...byText.values()].slice(0, PLATFORM_MESSAGES_MAX);
}

const BETWEEN_WORDS = /([\s,;:()<>"']+)/;
const PHONE = /(?<![\w-])(?:\+\d|0\d{1,4}[ /-])[\d /()-]{4,18}\d/g;

/** The words leave the inbox, where persons are erased: nobody is reached by them. */
function withoutContacts(text: string): string {
  const words = text.split(BETWEEN_WORDS).map((word) => (word.includes('@') ? '…' : word));
  return words.join('').replace(PHONE, '…');
}
