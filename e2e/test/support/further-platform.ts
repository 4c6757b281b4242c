/** Everything that a person writes for a platform that is called with an API key. */

export const REGISTRY = 'libs/contracts/src/platforms.ts';

/** The row of the platform, before the end of the registry. */
export const ROW = {
  before: '] as const satisfies readonly PlatformRow[];',
  row: "  { type: 'homefinder', access: 'api-key', adapter: 'homefinder', settings: 'HOMEFINDER', simulator: 'homefinder' },",
};

const ADAPTER = 'apps/distribution/src/platforms/homefinder/adapter.ts';
export const SUITE = 'apps/distribution/src/platforms/homefinder/platform.int.test.ts';
const SIMULATOR = 'tools/sandbox/src/homefinder/simulator.ts';

export const FILES: Readonly<Record<string, string>> = {
  [ADAPTER]: `import { FIELDS_OF } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import type { Adapter } from '../adapter.ts';
import type { KeyAccount, Platform, PublicationFailure } from '../platform.ts';
import { RestClient } from '../rest/client.ts';
import { CallFailed } from '../rest/failures.ts';
import { RateGate } from '../rest/rate-gate.ts';

const REFUSED: PublicationFailure = {
  code: 'credentials_rejected',
  message: 'Homefinder does not accept the key.',
  repeat: false,
  scope: 'target',
};
const HOUSE = 'https://homefinder.example';

export const adapter: Adapter<'agent' | 'clock'> = ({ apiUrl = HOUSE + '/api', pageUrl = HOUSE + '/{id}' }, { agent, clock }) => {
  const gate = new RateGate(clock);
  /** The failure of a call, if it has one. */
  const call = async ({ apiKey = '' }: KeyAccount, request: Parameters<RestClient['send']>[0]) => {
    const sign = () => ({ authorization: 'Bearer ' + apiKey });
    const api = { url: apiUrl, name: 'Homefinder', span: 'homefinder', rateKey: apiKey, sign };
    try {
      const { statusCode } = await new RestClient(api, { agent, gate }).send(request);
      if (statusCode < 300) return undefined;
      const code = 'platform_unavailable' as const;
      const message = 'Homefinder returned the status ' + statusCode + '.';
      return statusCode === 401 ? REFUSED : { ...REFUSED, code, message, repeat: true };
    } catch (error) {
      if (error instanceof CallFailed) return error.failure;
      throw error;
    }
  };
  const path = (externalId: string) => '/objects/' + encodeURIComponent(externalId);
  const objectOf = ({ type, fields }: PropertySnapshot) => ({ type, fields });
  const platform: Platform<KeyAccount> = {
    format: 'homefinder',
    carries: (type) => Object.fromEntries(Object.keys(FIELDS_OF[type].shape).map((name) => [name, [name]])),
    problems: () => [],
    preview: (_account, { snapshot }) => ({ mediaType: 'application/json', body: JSON.stringify(objectOf(snapshot)) }),
    async check(account, signal) {
      const failure = await call(account, { method: 'GET', path: '/objects', signal });
      const message = failure?.message ?? 'Homefinder accepts the key.';
      return { ok: !failure, steps: [{ name: 'login', ok: !failure, message }] };
    },
    open: (account) =>
      Promise.resolve({
        ok: true,
        session: {
          async set({ snapshot }, signal) {
            const { externalId } = snapshot;
            const request = { method: 'PUT' as const, path: path(externalId), json: objectOf(snapshot), signal };
            const failure = await call(account, request);
            const publicUrl = pageUrl.replace('{id}', encodeURIComponent(externalId));
            return failure ? { ok: false, failure } : { ok: true, publicUrl };
          },
          async delete({ property: { externalId } }, signal) {
            const failure = await call(account, { method: 'DELETE', path: path(externalId), signal });
            return failure ? { ok: false, failure } : { ok: true };
          },
          close: () => Promise.resolve(),
        },
      }),
  };
  const limits = { attachmentTypes: ['image/jpeg'], maxImages: 10 };
  return Promise.resolve({ name: 'Homefinder', limits, collectsRequests: false, platform });
};
`,
  [SUITE]: `import { guardedAgent } from '@estate/egress';
import { OPEN_EGRESS } from '../openimmo-ftp/test-support/fixtures.ts';
import { platformSuite } from '../platform.suite.ts';
import { startSandbox } from '../test-support/sandbox-process.ts';
import { adapter } from './adapter.ts';

platformSuite('homefinder', async () => {
  const { url, stop } = await startSandbox('homefinder');
  const agent = guardedAgent(OPEN_EGRESS);
  const { platform } = await adapter(
    { type: 'homefinder', apiUrl: url + '/restapi', pageUrl: url + '/expose/{id}', profiles: '' },
    { agent, clock: () => new Date() },
  );
  const account = { id: 't', type: 'homefinder', emailId: 'e', autoCollectRequests: false, apiKey: 'demo-key' };
  return {
    platform,
    account,
    refused: { ...account, apiKey: 'wrong' },
    shown: async () => (await (await fetch(url + '/api/objects')).json()) as string[],
    close: async () => {
      await agent.close();
      await stop();
    },
  };
});
`,
  [SIMULATOR]: `import express from 'express';
import type { Simulator } from '../simulator-options.ts';
import { serve, webApp } from '../web-server.ts';

export const start: Simulator['start'] = async (options) => {
  const objects = new Map<string, unknown>();
  const app = webApp();
  const api = express.Router();
  api.use((request, response, next) => {
    if (request.headers.authorization === 'Bearer demo-key') next();
    else response.status(401).json({ error: 'The key is unknown.' });
  });
  api.get('/objects', (_request, response) => void response.json([...objects.keys()]));
  api.put('/objects/:id', express.json(), (request, response) => {
    objects.set(request.params.id, request.body);
    response.json({});
  });
  api.delete('/objects/:id', (request, response) => {
    objects.delete(request.params.id);
    response.json({});
  });
  app.use('/restapi', api);
  app.get('/api/objects', (_request, response) => void response.json([...objects.keys()]));
  app.get('/expose/:id', (request, response) => void response.json(objects.get(request.params.id) ?? null));
  return serve(app, options);
};
`,
};
