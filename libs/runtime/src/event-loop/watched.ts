/** The exit code of a process that was ended because its event loop was blocked: "internal software error" of sysexits. */
export const BLOCKED_EXIT_CODE = 70;

/** The input of the watching thread. */
export interface Watched {
  service: string;
  limitMs: number;
  /** A counter that grows as long as the event loop runs. */
  beats: Int32Array;
  /** The file that counts ends of this kind, for the next process. */
  endsFile: string;
}

/**
 * The number of checks without a beat that make up the limit: checks are counted, not time, because the whole machine may have been
 * suspended.
 */
export const LOOKS = 20;
