import { InvalidInput } from './errors.ts';
import type { Problem } from './errors.ts';

/** The maximum number of problems in a message; the problems of the refusal are complete. */
const MOST_NAMED = 50;

/** A sentence that is complete alone: every problem, separated by semicolons. */
export function sentenceOf(problems: readonly Problem[]): string {
  const named = problems.slice(0, MOST_NAMED).map(({ message }) => message);
  const rest = problems.length - named.length;
  return `${named.join('; ')}${rest > 0 ? `; and ${String(rest)} more problems` : ''}.`;
}

/** An InvalidInput that names every problem. */
export const refusalOf = (problems: readonly Problem[], code?: string): InvalidInput =>
  new InvalidInput(sentenceOf(problems), { ...(code !== undefined && { code }), problems });

/** An InvalidInput about one field; the message is complete without the details. */
export const refusal = (code: string, path: string, message: string): InvalidInput =>
  refusalOf([{ path, message, code }], code);

/** @throws InvalidInput that names every problem; its code is that of the first one */
export function requireNone(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first) throw refusalOf(problems, first.code);
}
