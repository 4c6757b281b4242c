import { isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;

/** The sender that a connection counts for: its address, or for IPv6 its /64 network, all of which belongs to one sender. */
export function senderOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = '', after] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const head = before.split(':').filter((group) => group !== '');
  const tail = (after ?? '').split(':').filter((group) => group !== '');
  const left = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: left }, () => '0'), ...tail];
  return `${groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
