import type { Readable } from 'node:stream';

/** Where a run reads from and writes to. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  input: Readable;
  out: (text: string) => void;
  err: (text: string) => void;
  /** Ends what runs until it is ended. */
  signal: AbortSignal;
}

/** A command that cannot be carried out, in words for its user. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A command that nothing could carry out as it was written. */
export class WrongUsage extends CommandError {
  override readonly name = 'WrongUsage';
}
