import { isIP } from 'node:net';
import { ruleAgainst } from './address-rules.ts';
import { AddressForbidden, ResolutionFailed } from './errors.ts';
import { normaliseHost, ruleAgainstName } from './host-names.ts';
import { asAddress, codeOf, nameLookup } from './look-up-name.ts';
import type { EgressPolicy, LookupAll, ResolvedAddress } from './policy.ts';

const LOOKUP_TIMEOUT_MS = 5000;
const lookUp = nameLookup();

/** Resolves and checks a host, and returns the address to dial; throws AddressForbidden or ResolutionFailed. */
export async function resolveHost(host: string, policy: EgressPolicy): Promise<ResolvedAddress> {
  const [first] = await resolveVetted(host, policy);
  return first;
}

/** All addresses of a host, checked: a single forbidden one refuses the host. */
export async function resolveVetted(
  host: string,
  policy: EgressPolicy,
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  const name = normaliseHost(host);
  if (name === undefined) {
    throw new AddressForbidden('not a host name', host);
  }
  const nameRule = ruleAgainstName(name, policy);
  if (nameRule !== undefined) {
    throw new AddressForbidden(nameRule, name);
  }
  const [first, ...others] = isIP(name) ? [asAddress(name)] : await resolve(name, policy.lookup ?? lookUp);
  if (first === undefined) {
    throw new ResolutionFailed(name, 'ENOTFOUND');
  }
  for (const { address } of [first, ...others]) {
    const rule = ruleAgainst(address, policy);
    if (rule !== undefined) {
      throw new AddressForbidden(rule, address);
    }
  }
  return [first, ...others];
}

async function resolve(name: string, lookup: LookupAll): Promise<ResolvedAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ResolutionFailed(name, 'timeout')), LOOKUP_TIMEOUT_MS);
  });
  try {
    const answers = await Promise.race([lookup(name), late]);
    return answers.map(({ address }) => asAddress(address));
  } catch (error) {
    throw error instanceof ResolutionFailed
      ? error
      : new ResolutionFailed(name, codeOf(error) ?? 'unknown', error);
  } finally {
    clearTimeout(timer);
  }
}
