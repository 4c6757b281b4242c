const REFUSAL = /violation|authorization|authentication/i;

/** What a broker has refused, in the lines of its log. */
export const refusalsIn = (log: string): string[] => log.split('\n').filter((line) => REFUSAL.test(line));
