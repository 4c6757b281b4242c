export interface Command {
  /** In capitals. */
  verb: string;
  argument: string;
}

const COMMAND = /^\s*([A-Za-z]{3,4})(?: (.*))?$/su;

/** The command of a line; undefined when it is none. */
export function parseCommand(line: string): Command | undefined {
  const [, verb, argument = ''] = COMMAND.exec(line) ?? [];
  return verb === undefined ? undefined : { verb: verb.toUpperCase(), argument };
}

/** The argument of a command on a path without the options of `ls`, which some programs send with `LIST`. */
export const withoutOptions = (argument: string): string =>
  argument.replace(/^(?:-[A-Za-z]+(?: |$))+/u, '').trim();
