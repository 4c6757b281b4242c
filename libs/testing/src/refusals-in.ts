const REFUSAL = /violation|authorization|authentication/i;
const REPLY = /Publish Violation - .*Subject "_INBOX\./;
const PROCESS = /^\[(\d+)\]/;

/**
 * What a broker has refused, in the lines of its log. Which replies are permitted, it remembers in memory only: after a
 * restart it refuses replies to requests from before, whose senders have seen the connection end.
 */
export function refusalsIn(log: string): string[] {
  const lines = log.split('\n');
  const first = PROCESS.exec(log)?.[1];
  const isAfterRestart = (line: string) => PROCESS.exec(line)?.[1] !== first;
  return lines.filter((line) => REFUSAL.test(line) && !(REPLY.test(line) && isAfterRestart(line)));
}
