import type { Readable } from 'node:stream';

/** The inputs and outputs of a run. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  input: Readable;
  out: (text: string) => void;
  err: (text: string) => void;
  /** The terminal of the output; undefined in a pipe. */
  terminal?: Terminal | undefined;
  /** Stops commands that run until they are stopped. */
  signal: AbortSignal;
}

export interface Terminal {
  columns: number;
  /** Opens a page in the browser. */
  open: (url: string) => void;
}

/** Thrown if a command fails, with a message for its user. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Thrown for a command that is invalid as written. */
export class WrongUsage extends CommandError {
  override readonly name = 'WrongUsage';
}

/** Runs a command that only a signal ends: the signal counts as success. */
export async function untilEnded(run: () => Promise<void>, { signal }: Surroundings): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
