import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupAll, ResolvedAddress } from './policy.ts';

/** Two attempts, the second with twice the timeout, fit into the time limit of a connection. */
const ATTEMPTS = { timeout: 1500, tries: 2 };
/** Errors after which the name may still be in the hosts file of the machine, or need a search domain of the cluster. */
const UNKNOWN_TO_SERVERS: ReadonlySet<unknown> = new Set(
  'ENOTFOUND ENODATA ESERVFAIL EREFUSED ECONNREFUSED'.split(' '),
);

export type NameServers = Pick<Resolver, 'resolve4' | 'resolve6'>;

/**
 * Returns a look-up that queries the name servers itself. The look-up of the system blocks a thread of the process until it ends, and there
 * are so few that two unanswered names would delay every other name.
 */
export function nameLookup(
  servers: NameServers = new Resolver(ATTEMPTS),
  system: LookupAll = lookUpBySystem,
): LookupAll {
  return async (name) => {
    if (isLocal(name)) return system(name);
    const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.map(asAddress);
    const silent = answers.flatMap((answer) =>
      answer.status === 'rejected' && !UNKNOWN_TO_SERVERS.has(codeOf(answer.reason))
        ? [answer.reason as unknown]
        : [],
    );
    if (silent.length > 0) throw silent[0];
    return system(name);
  };
}

/** True for names of this machine and of its cluster, which no public server knows. */
const isLocal = (name: string): boolean => !name.includes('.') || name.endsWith('.localhost');

async function lookUpBySystem(name: string): Promise<ResolvedAddress[]> {
  const answers = await systemLookup(name, { all: true });
  return answers.map(({ address }) => asAddress(address));
}

export const asAddress = (address: string): ResolvedAddress => ({
  address,
  family: isIP(address) === 6 ? 6 : 4,
});

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
