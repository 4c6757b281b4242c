import { describe, expect, it } from 'vitest';
import { checkUrl, checkUrlResolved } from './check-url.ts';
import type { EgressPolicy } from './policy.ts';

const closed: EgressPolicy = { allowHttp: false, allowedNetworks: [] };
const withHttp: EgressPolicy = { allowHttp: true, allowedNetworks: [] };
const loopbackOpen: EgressPolicy = { allowHttp: true, allowedNetworks: ['127.0.0.0/8', '::1/128'] };

const codeOf = (url: string, policy: EgressPolicy) => {
  const verdict = checkUrl(url, policy);
  return verdict.ok ? 'ok' : verdict.code;
};

describe('a host that is not public', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://0X7F.0x0.0x0.0x1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127。0。0。1/',
    'https://127.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1:8443/hook',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://168.63.129.16/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost../',
    'https://ⓛocalhost/',
    'https://app.localhost/',
    'https://app.localhost./',
    'https://ip6-localhost/',
    'https:127.0.0.1/',
    'https:\\\\127.0.0.1\\',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:0/',
    'https://example.com:6667/',
  ])('a host that is not public is refused at write in every spelling: %s', (url) => {
    expect(['address_forbidden', 'url_invalid']).toContain(codeOf(url, closed));
    expect(codeOf(url.replace('https', 'http'), withHttp)).not.toBe('ok');
  });
});

describe('a URL that nothing can be sent to', () => {
  it.each([
    ['', 'url_invalid'],
    ['example.com', 'url_invalid'],
    ['//example.com', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https://exa mple.com/', 'url_invalid'],
    ['https://example.com/\r\nx-evil: 1', 'url_invalid'],
    [' https://example.com/', 'url_invalid'],
    ['ht\ntps://example.com/', 'url_invalid'],
    ['https://256.256.256.256/', 'url_invalid'],
    ['https://[::1/', 'url_invalid'],
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['https://example.com:99999/', 'url_invalid'],
    ['file:///etc/passwd', 'scheme_forbidden'],
    ['ftp://example.com/', 'scheme_forbidden'],
    ['gopher://example.com/', 'scheme_forbidden'],
    ['data:text/plain,x', 'scheme_forbidden'],
    ['javascript:alert(1)', 'scheme_forbidden'],
    ['http://example.com/', 'scheme_forbidden'],
    ['https://user@example.com/', 'credentials_in_url'],
    ['https://user:secret@example.com/', 'credentials_in_url'],
    ['https://example.com@127.0.0.1/', 'credentials_in_url'],
    ['https://:secret@example.com/', 'credentials_in_url'],
  ])('a URL that nothing can be sent to %j is refused as %s', (url, code) => {
    expect(codeOf(url, closed)).toBe(code);
  });

  it('a URL that nothing can be sent to is explained without repeating it', () => {
    expect(checkUrl('https://user:secret@example.com/', closed)).toEqual({
      ok: false,
      code: 'credentials_in_url',
      message: 'The URL must not contain a user name or a password.',
    });
    expect(checkUrl('ftp://example.com/', withHttp)).toMatchObject({
      message: 'The URL must begin with https:// or http://.',
    });
  });
});

describe('a public URL', () => {
  it.each([
    'https://example.com',
    'https://example.com./hook',
    'https://example.com:8443/hook?x=1#y',
    'https://bücher.example/',
    'https://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'https://localhost.example.com/',
  ])('a public URL is accepted: %s', (url) => {
    expect(checkUrl(url, closed)).toEqual({ ok: true, url: new URL(url) });
  });

  it('a public URL may be http only where the operator allows it', () => {
    expect(codeOf('http://example.com/', withHttp)).toBe('ok');
  });
});

describe('an operator who opens loopback', () => {
  it.each(['http://127.0.0.1:8080/', 'http://localhost:8080/', 'http://[::1]:8080/', 'http://0x7f.1:8080/'])(
    'a policy with loopback opened accepts %s',
    (url) => {
      expect(codeOf(url, loopbackOpen)).toBe('ok');
    },
  );

  it('a policy with loopback opened accepts nothing else', () => {
    expect(codeOf('http://10.0.0.1:8080/', loopbackOpen)).toBe('address_forbidden');
  });
});

describe('the check that resolves the name', () => {
  const resolvingTo = (...addresses: string[]): EgressPolicy => ({
    ...closed,
    lookup: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

  it('the check that resolves the name accepts a name whose every address is public', async () => {
    const verdict = await checkUrlResolved('https://a.example/', resolvingTo('1.1.1.1', '2606:4700::1111'));
    expect(verdict.ok).toBe(true);
  });

  it('the check that resolves the name refuses a name when a single one of its addresses is not public', async () => {
    expect(await checkUrlResolved('https://a.example/', resolvingTo('1.1.1.1', '::ffff:10.0.0.1'))).toEqual({
      ok: false,
      code: 'address_forbidden',
      message: 'The host of the URL is not allowed (private).',
    });
  });

  it('the check that resolves the name refuses what the text alone already shows, without resolving', async () => {
    const neverAsked: EgressPolicy = { ...closed, lookup: () => Promise.reject(new Error('was asked')) };
    expect(await checkUrlResolved('https://[::1]/', neverAsked)).toMatchObject({ code: 'address_forbidden' });
  });

  it('the check that resolves the name does not refuse a name that does not resolve now', async () => {
    const failing: EgressPolicy = { ...closed, lookup: () => Promise.reject(new Error('SERVFAIL')) };
    expect((await checkUrlResolved('https://a.example/', failing)).ok).toBe(true);
    expect((await checkUrlResolved('https://a.example/', resolvingTo())).ok).toBe(true);
  });
});
