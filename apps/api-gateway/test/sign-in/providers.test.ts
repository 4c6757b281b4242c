import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, startHostileProvider } from './hostile-provider.ts';
import type { Behaviour, HostileProvider } from './hostile-provider.ts';
import { asProblem } from '../../src/accounts/sign-in/exchange-code.ts';
import { Providers } from '../../src/accounts/sign-in/providers.ts';

const DISCOVERY = '.well-known/openid-configuration';
const LIMITS = { timeoutMs: 300, maxBodyBytes: 10_000 };
const OPEN = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] };
let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider();
});
afterAll(() => provider.close());

async function using<T>(work: (providers: Providers, state: { now: Date }) => Promise<T>, policy = OPEN) {
  const state = { now: new Date('2026-11-01T08:00:00Z') };
  const providers = new Providers(policy, { clock: () => state.now, limits: LIMITS });
  try {
    return await work(providers, state);
  } finally {
    await providers.close();
  }
}

const clientOf = (name: string) => ({ issuer: provider.issuerOf(name), ...CLIENT });
const answering = (answer: NonNullable<Behaviour['answer']>[string]): Behaviour => ({
  answer: { [DISCOVERY]: answer },
});

describe('the metadata of a provider', () => {
  it('the metadata of a provider are read once, and again after ten minutes', () =>
    using(async (providers, state) => {
      await Promise.all([1, 2, 3].map(() => providers.get(clientOf('known'))));
      await providers.get(clientOf('known'));
      expect(provider.asked('known', DISCOVERY)).toBe(1);
      state.now = new Date(state.now.getTime() + 11 * 60_000);
      await providers.get(clientOf('known'));
      expect(provider.asked('known', DISCOVERY)).toBe(2);
    }));

  it('the metadata of a provider that failed are not asked for again at once', () =>
    using(async (providers, state) => {
      provider.behave(
        'failed',
        answering((response) => response.writeHead(500).end()),
      );
      for (const _attempt of [1, 2]) await expect(providers.get(clientOf('failed'))).rejects.toThrow();
      expect(provider.asked('failed', DISCOVERY)).toBe(1);
      provider.behave('failed', {});
      state.now = new Date(state.now.getTime() + 6000);
      expect((await providers.get(clientOf('failed'))).serverMetadata().issuer).toBe(
        provider.issuerOf('failed'),
      );
    }));

  it.each<[string, Behaviour]>([
    ['is slow', answering(() => undefined)],
    ['breaks off', answering((response) => response.destroy())],
    ['answers with an error', answering((response) => response.writeHead(503).end())],
    ['sends too much', answering((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"a":"${'x'.repeat(20_000)}"}`);
    })],
    ['redirects', answering((response) => {
      response.writeHead(302, { location: `${provider.issuerOf('honest')}/${DISCOVERY}` }).end();
    })],
  ])('the metadata of a provider that %s are refused as unavailable', (title, behaviour) =>
    using(async (providers) => {
      const name = title.replaceAll(' ', '-');
      provider.behave(name, behaviour);
      await expect(providers.get(clientOf(name)).catch(asProblem)).rejects.toMatchObject({
        reason: 'provider-unavailable',
      });
      expect(provider.asked('honest', DISCOVERY)).toBe(0);
    })); // oxfmt-ignore

  it.each<[string, Behaviour]>([
    ['of another issuer', { metadata: (honest) => ({ ...honest, issuer: 'https://other.example.org' }) }],
    ['without an issuer', { metadata: ({ issuer: _issuer, ...rest }) => rest }],
    ['that are no JSON', answering((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    })],
    ['that are a page', answering((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    })],
  ])('the metadata of a provider %s are refused', (title, behaviour) =>
    using(async (providers) => {
      const name = title.replaceAll(' ', '-');
      provider.behave(name, behaviour);
      await expect(providers.get(clientOf(name)).catch(asProblem)).rejects.toMatchObject({ reason: 'refused' });
    })); // oxfmt-ignore

  it.each([
    ['http', { allowHttp: false, allowedNetworks: ['127.0.0.0/8'] }],
    ['this machine', { allowHttp: true, allowedNetworks: [] }],
  ])('the metadata of a provider are not asked for at %s unless the operator allows it', (title, policy) =>
    using(async (providers) => {
      const name = `forbidden-${title.replaceAll(' ', '-')}`;
      await expect(providers.get(clientOf(name))).rejects.toThrow();
      expect(provider.asked(name, DISCOVERY)).toBe(0);
    }, policy),
  );
});
