import { afterEach, describe, expect, it, vi } from 'vitest';
import { AddressForbidden, ResolutionFailed } from './errors.ts';
import type { EgressPolicy } from './policy.ts';
import { resolveHost } from './resolve-host.ts';

const resolvingTo = (...addresses: string[]): EgressPolicy => ({
  allowHttp: false,
  allowedNetworks: [],
  lookup: async () => addresses.map((address) => ({ address, family: 4 })),
});

afterEach(() => {
  vi.useRealTimers();
});

describe('resolving a host', () => {
  it('resolving a host returns one vetted address to dial', async () => {
    expect(await resolveHost('ftp.example', resolvingTo('1.1.1.1', '8.8.8.8'))).toEqual({
      address: '1.1.1.1',
      family: 4,
    });
    expect(await resolveHost('ftp.example', resolvingTo('2606:4700::1111'))).toMatchObject({ family: 6 });
  });

  it('resolving a host takes an IP address for what it is, without a resolver', async () => {
    expect(await resolveHost('1.1.1.1', resolvingTo())).toEqual({ address: '1.1.1.1', family: 4 });
    expect(await resolveHost('[2606:4700::1111]', resolvingTo())).toEqual({
      address: '2606:4700::1111',
      family: 6,
    });
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.1', 'loopback'],
    ['0x7f.1', 'loopback'],
    ['2130706433', 'loopback'],
    ['::1', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['localhost', 'loopback'],
    ['ftp.localhost.', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['user@ftp.example', 'not a host name'],
    ['ftp.example:21', 'not a host name'],
    ['ftp.example/x', 'not a host name'],
    ['ftp.example#', 'not a host name'],
    ['', 'not a host name'],
  ])('resolving a host refuses %j as %s although the resolver would say otherwise', async (host, rule) => {
    await expect(resolveHost(host, resolvingTo('1.1.1.1'))).rejects.toMatchObject({
      name: 'AddressForbidden',
      rule,
    });
  });

  it.each([[['1.1.1.1', '10.0.0.1']], [['10.0.0.1', '1.1.1.1']], [['1.1.1.1', 'nonsense']]])(
    'resolving a host refuses the answers %j because one of them is forbidden',
    async (addresses) => {
      await expect(resolveHost('ftp.example', resolvingTo(...addresses))).rejects.toThrow(AddressForbidden);
    },
  );

  it('resolving a host keeps the code of the resolver when it fails', async () => {
    const failure = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
    const policy = { ...resolvingTo(), lookup: () => Promise.reject(failure) };
    await expect(resolveHost('ftp.example', policy)).rejects.toMatchObject({
      name: 'ResolutionFailed',
      code: 'EAI_AGAIN',
      cause: failure,
    });
  });

  it('resolving a host calls a name without addresses unknown', async () => {
    await expect(resolveHost('ftp.example', resolvingTo())).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('resolving a host does not wait for ever for a resolver that never answers', async () => {
    vi.useFakeTimers();
    const silent = { ...resolvingTo(), lookup: () => new Promise<never>(() => undefined) };
    const refused = expect(resolveHost('ftp.example', silent)).rejects.toMatchObject({ code: 'timeout' });
    await vi.runAllTimersAsync();
    await refused;
  });

  it('resolving a host asks the resolver of the system when no other is given', async () => {
    const policy = { allowHttp: false, allowedNetworks: ['127.0.0.0/8', '::1/128'] };
    expect(['127.0.0.1', '::1']).toContain((await resolveHost('localhost', policy)).address);
    await expect(resolveHost('no-such-host.invalid', policy)).rejects.toThrow(ResolutionFailed);
  });
});
