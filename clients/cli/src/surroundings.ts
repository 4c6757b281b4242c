import type { Readable } from 'node:stream';

/** Where a run reads from and writes to. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  input: Readable;
  out: (text: string) => void;
  err: (text: string) => void;
  /** The terminal that shows the output; undefined in a pipe. */
  terminal?: Terminal | undefined;
  /** Ends what runs until it is ended. */
  signal: AbortSignal;
}

export interface Terminal {
  columns: number;
  /** Opens a page in the browser. */
  open: (url: string) => void;
}

/** A command that cannot be carried out, in words for its user. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A command that nothing could carry out as it was written. */
export class WrongUsage extends CommandError {
  override readonly name = 'WrongUsage';
}

/** Runs what has no other end than the signal: whoever ends it has what they want. */
export async function untilEnded(run: () => Promise<void>, { signal }: Surroundings): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
