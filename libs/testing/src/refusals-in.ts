const REFUSAL = /violation|authorization|authentication/i;

/** The refusals in the log of a broker. */
export const refusalsIn = (log: string): string[] => log.split('\n').filter((line) => REFUSAL.test(line));
