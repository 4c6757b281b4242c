/** The arguments of a command beside the session. */
export interface Given {
  argument: string;
  /** The path of `RNFR`, if that was the command before. */
  renameFrom: string | undefined;
  /** The offset of `REST`, if that was the command before, or the one before `PASV`. */
  restartAt: number;
}

export interface CommandDefinition<S> {
  needsLogin: boolean;
  needsArgument: boolean;
  run(session: S, given: Given): Promise<void> | void;
}

/** Commands by their verb. */
export type CommandTable<S> = ReadonlyMap<string, CommandDefinition<S>>;
