import { describe, expect, it } from 'vitest';
import { ruleAgainst } from './address-rules.ts';

const closed = { allowHttp: false, allowedNetworks: [] };

describe('an address that is not public', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.31.196.1', 'reserved'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['::ffff:0:127.0.0.1', 'reserved'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:10::1', 'reserved'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'reserved'],
    ['5f00::1', 'segment routing'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fc00::1', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['', 'not an IP address'],
    ['example.com', 'not an IP address'],
  ])('an address that is not public %s is refused as %s', (address, rule) => {
    expect(ruleAgainst(address, closed)).toBe(rule);
  });
});

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '::ffff:1.1.1.1',
    '2606:4700::1111',
    '2a00::1',
  ])('a public address %s may be called', (address) => {
    expect(ruleAgainst(address, closed)).toBeUndefined();
  });
});

describe('a network that the operator opened', () => {
  const open = { allowHttp: false, allowedNetworks: ['127.0.0.0/8', '10.1.2.3', 'fd12::/16', '::1'] };

  it.each(['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd12::5', '::1'])(
    'a network that the operator opened may be called: %s',
    (address) => {
      expect(ruleAgainst(address, open)).toBeUndefined();
    },
  );

  it.each(['10.1.2.4', '169.254.169.254', 'fd13::5', '::2'])(
    'a network that the operator opened opens nothing else: %s',
    (address) => {
      expect(ruleAgainst(address, open)).toBeDefined();
    },
  );

  it('a network that the operator opened must be a CIDR or an address, or the policy is refused', () => {
    const wrong = { allowHttp: false, allowedNetworks: ['intranet'] };
    expect(() => ruleAgainst('1.1.1.1', wrong)).toThrow('must be a CIDR or an IP address, not "intranet"');
  });
});
