/** The points between two effects; a process can crash at each of them without losing anything. */
export const STEPS = [
  'events-stored',
  'deliveries-stored',
  'claimed',
  'before-send',
  'after-send',
  'before-record',
  'after-record',
] as const;
export type Step = (typeof STEPS)[number];

/** Called at each step; tests end the process there. */
export type OnStep = (step: Step) => Promise<void>;

/** For a running service. */
export const goOn: OnStep = () => Promise.resolve();
