import type { EgressPolicy } from '@estate/egress';
import { afterEach, describe, expect, it } from 'vitest';
import { requireAllowedUrl } from './allowed-url.ts';
import { accept, cleanUp, deliver, dialled, hostile } from './hostile.fixture.ts';

afterEach(cleanUp);

const closed: EgressPolicy = { allowHttp: true, allowedNetworks: [] };

/** Every spelling of an address inside that a URL can have; PORT is a receiver that must never be reached. */
const SPELLINGS = [
  ['dotted', 'http://127.0.0.1:PORT/'],
  ['the whole network', 'http://127.8.9.10:PORT/'],
  ['short', 'http://127.1:PORT/'],
  ['three parts', 'http://127.0.1:PORT/'],
  ['decimal', 'http://2130706433:PORT/'],
  ['hexadecimal', 'http://0x7f000001:PORT/'],
  ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1:PORT/'],
  ['octal', 'http://017700000001:PORT/'],
  ['octal parts', 'http://0177.0.0.01:PORT/'],
  ['mixed', 'http://0x7f.1:PORT/'],
  ['full-width digits', 'http://１２７.０.０.１:PORT/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:PORT/'],
  ['ideographic dots', 'http://127。0。0。1:PORT/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1:PORT/'],
  ['trailing dot', 'http://127.0.0.1.:PORT/'],
  ['zero', 'http://0.0.0.0:PORT/'],
  ['zero short', 'http://0:PORT/'],
  ['user info', 'http://example.org@127.0.0.1:PORT/'],
  ['user and password', 'http://example.org:443@127.0.0.1:PORT/'],
  ['backslash', 'http:\\\\127.0.0.1:PORT\\'],
  ['localhost', 'http://localhost:PORT/'],
  ['localhost with a dot', 'http://localhost.:PORT/'],
  ['localhost in capitals', 'http://LOCALHOST:PORT/'],
  ['below localhost', 'http://app.localhost:PORT/'],
  ['IPv6 loopback', 'http://[::1]:PORT/'],
  ['IPv6 loopback, long', 'http://[0:0:0:0:0:0:0:1]:PORT/'],
  ['IPv6 unspecified', 'http://[::]:PORT/'],
  ['IPv4-mapped', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['IPv4-mapped in hex', 'http://[::ffff:7f00:1]:PORT/'],
  ['IPv4-compatible', 'http://[::127.0.0.1]:PORT/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]:PORT/'],
  ['NAT64 dotted', 'http://[64:ff9b::127.0.0.1]:PORT/'],
  ['local NAT64', 'http://[64:ff9b:1::7f00:1]:PORT/'],
  ['6to4', 'http://[2002:7f00:1::]:PORT/'],
  ['Teredo', 'http://[2001:0:7f00:1::]:PORT/'],
  ['unique local', 'http://[fd00::1]:PORT/'],
  ['link-local', 'http://[fe80::1]:PORT/'],
  ['private 10', 'http://10.0.0.1/'],
  ['private 10 decimal', 'http://167772161/'],
  ['private 172', 'http://172.16.0.1/'],
  ['private 192', 'http://192.168.1.1/'],
  ['carrier-grade NAT', 'http://100.64.0.1/'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata decimal', 'http://2852039166/'],
  ['metadata hexadecimal', 'http://0xa9fea9fe/'],
  ['metadata mapped', 'http://[::ffff:a9fe:a9fe]/'],
  ['metadata over IPv6', 'http://[fd00:ec2::254]/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['multicast', 'http://224.0.0.1/'],
] as const;

describe('an address inside', () => {
  it.each(SPELLINGS)(
    'the private address %s is refused when a webhook is saved and when it is called',
    async (_, spelled) => {
      const receiver = await hostile(accept);
      const url = spelled.replace('PORT', String(receiver.port));
      await expect(requireAllowedUrl(url, closed)).rejects.toMatchObject({ code: 'webhook-url-refused' });
      const addresses = await dialled(async () => {
        expect(await deliver(url, closed)).toMatchObject({ failure: { code: 'address_forbidden' } });
      });
      expect([addresses, receiver.connections]).toEqual([[], 0]);
    },
  );

  it.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    'hooks',
  ])('an address inside cannot be smuggled in by another scheme: %s', async (url) => {
    await expect(requireAllowedUrl(url, closed)).rejects.toMatchObject({ code: 'webhook-url-refused' });
    expect(await deliver(url, closed)).toMatchObject({ failure: { code: 'address_forbidden' } });
  });
});
