/** The points between two effects; a process may die at each of them and nothing is lost. */
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

/** Told of each step before what follows it happens; tests end the process there. */
export type OnStep = (step: Step) => Promise<void>;

/** What a running service does at a step: nothing. */
export const goOn: OnStep = () => Promise.resolve();
