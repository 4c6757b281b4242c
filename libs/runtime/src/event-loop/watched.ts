/** The exit code of a process that was ended because its event loop was blocked: "internal software error" of sysexits. */
export const BLOCKED_EXIT_CODE = 70;

/** What the thread that watches is started with. */
export interface Watched {
  service: string;
  limitMs: number;
  /** Grows as long as the event loop runs. */
  beats: Int32Array;
  /** Where the ends of this kind are counted, for the process that follows. */
  endsFile: string;
}

/** So many looks without a beat make up the limit: looks are counted, not time, because a whole machine may have been suspended. */
export const LOOKS = 20;
