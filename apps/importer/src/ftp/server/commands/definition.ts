import type { CommandDefinition as Definition } from '../command-table.ts';
import type { Session } from '../session.ts';

export type CommandDefinition = Definition<Session>;
type Run = CommandDefinition['run'];

/** Allowed before the login. */
export const before = (run: Run): CommandDefinition => ({ needsLogin: false, needsArgument: false, run });
export const after = (run: Run): CommandDefinition => ({ needsLogin: true, needsArgument: false, run });
export const withArgument = (run: Run): CommandDefinition => ({ needsLogin: true, needsArgument: true, run });

/** Replies the same to everybody. */
export const says =
  (code: number, ...lines: string[]): Run =>
  ({ control }) =>
    control.reply(code, ...lines);
