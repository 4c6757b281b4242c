import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { EgressPolicy } from './policy.ts';

type Address = ReturnType<typeof ipaddr.process>;

/** The networks with a name for refusals; an address outside of these still has to be public unicast. */
const DENIED: readonly (readonly [network: string, rule: string])[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud metadata'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['100::/64', 'discard'],
  ['2001::/32', 'Teredo'],
  ['2001:db8::/32', 'documentation'],
  ['2001::/23', 'reserved'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fd00:ec2::254/128', 'cloud metadata'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

/** The networks that are not public, for callers that block them by other means, too. */
export const DENIED_NETWORKS: readonly string[] = DENIED.map(([network]) => network);

const denied = DENIED.map(([network, rule]) => ({ range: ipaddr.parseCIDR(network), rule }));
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Throws for a policy whose allowed networks are invalid: an operator's mistake, which should be seen at the start. */
export function requireNetworks(policy: EgressPolicy): void {
  networksOf(policy);
}

const parsedNetworks = new WeakMap<readonly string[], [Address, number][]>();

/** Parses the networks once, because every request needs them. */
function networksOf({ allowedNetworks }: EgressPolicy): [Address, number][] {
  const known = parsedNetworks.get(allowedNetworks) ?? allowedNetworks.map(parseNetwork);
  parsedNetworks.set(allowedNetworks, known);
  return known;
}

/** The rule that forbids an IP address, in words, or undefined if it may be called; throws for an invalid policy. */
export function ruleAgainst(address: string, policy: EgressPolicy): string | undefined {
  const allowed = networksOf(policy);
  if (!ipaddr.isValid(address)) {
    return 'not an IP address';
  }
  const parsed = ipaddr.process(canonical(address));
  if (allowed.some((range) => contains(range, parsed))) {
    return undefined;
  }
  return denied.find(({ range }) => contains(range, parsed))?.rule ?? ruleAgainstSpecial(parsed);
}

/** The address without the zone and in hex: with dots, `::127.0.0.1` would be read as the mapped `::ffff:127.0.0.1`. */
function canonical(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? new URL(`https://[${plain}]/`).hostname.slice(1, -1) : plain;
}

function ruleAgainstSpecial(address: Address): string | undefined {
  if (address.range() !== 'unicast') {
    return 'reserved';
  }
  return address.kind() === 'ipv4' || contains(PUBLIC_IPV6, address) ? undefined : 'reserved';
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function parseNetwork(network: string): [Address, number] {
  if (ipaddr.isValidCIDR(network)) {
    return ipaddr.parseCIDR(network);
  }
  if (ipaddr.isValid(network)) {
    const address = ipaddr.process(network);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  throw new Error(`An allowed network must be a CIDR or an IP address, not "${network}".`);
}
