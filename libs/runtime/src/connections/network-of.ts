import { isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;
const MAPPED = /^0:0:0:0:0:ffff:(?<high>[\da-f]+):(?<low>[\da-f]+)$/;

/**
 * The network of an address: an IPv4 address itself, in any notation; the /64 network of an IPv6 address, which belongs to one customer of
 * a provider.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.toLowerCase().split('%');
  const groups = groupsOf(bare.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, hexOf));
  const { high, low } = MAPPED.exec(groups.join(':'))?.groups ?? {};
  if (high !== undefined && low !== undefined) return [...bytesOf(high), ...bytesOf(low)].join('.');
  return `${groups.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}

/** The eight groups without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter((group) => group !== '');
  const tail = (after ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function bytesOf(group: string): number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 0xff];
}
