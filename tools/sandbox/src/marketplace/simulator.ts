import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { z } from 'zod';
import { addFaultApi, Faults } from '../faults.ts';
import { parsed } from '../parsed.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { serve, webApp } from '../web-server.ts';
import type { WebServer } from '../web-server.ts';
import type { MarketContext } from './market-context.ts';
import { marketFaults } from './market-faults.ts';
import { exposePage, startPage } from './market-pages.ts';
import type { MarketObject } from './market-state.ts';
import { MarketStore } from './market-store.ts';
import { attachmentOf } from './offer-attachments.ts';
import { OfferObjects } from './offer-objects.ts';
import { OAuthProvider } from './oauth-provider.ts';
import type { Consumer } from './oauth-provider.ts';
import { notFound, Refusal } from './refusal.ts';
import { restInterface } from './rest-interface.ts';

const HandMade = z.strictObject({
  user: z.string().default('demo'),
  type: z.string().regex(/^[a-zA-Z]{1,50}$/),
  externalId: z.string().min(1).max(50),
});

/** The application that may ask for access. */
export const DEMO_CONSUMER: Consumer = { key: 'demo-key', secret: 'demo-secret' };
/** The accounts that end users can choose. */
const USERS = ['demo', 'second', 'third'];

/** Starts a marketplace: the authorization of end users, the offer interface, and pages of published objects. */
export async function start(options: SimulatorOptions): Promise<WebServer> {
  const store = await MarketStore.open(options.directory, USERS);
  const context: MarketContext = {
    store,
    faults: new Faults(),
    oauth: new OAuthProvider(store, DEMO_CONSUMER),
    calls: [],
    callsAMinute: options.callsAMinute ?? 2000,
    collisions: [],
  };
  const app = webApp();
  app.use('/restapi', restInterface(context, USERS));
  addPages(app, context);
  addApi(app, context);
  app.use(plainRefusal);
  const web = await serve(app, options);
  return {
    ...web,
    close: async () => {
      await web.close();
      await store.close();
    },
  };
}

function addPages(app: Express, { store }: MarketContext): void {
  app.get('/', (_request, response) => void response.send(startPage(store)));
  app.get('/expose/:id', (request, response) => void response.send(exposePage(store, request.params.id)));
  app.get('/media/:object/:id', (request, response) => {
    const { id, mediaType } = attachmentOf(objectIn(store, request.params.object), request.params.id);
    response.type(mediaType ?? 'application/octet-stream').sendFile(store.mediaPath(id));
  });
}

function addApi(app: Express, { store, faults, oauth, calls, collisions }: MarketContext): void {
  const userIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  app.get('/api/version', (_request, response) => void response.json({ version: store.version }));
  app.get('/api/objects', ({ query }, response) => {
    const objects = store.objects(userIn(query['user']));
    const { externalId } = query;
    response.json(
      externalId === undefined ? objects : objects.filter((one) => one.externalId === externalId),
    );
  });
  app.get(
    '/api/contacts',
    ({ query }, response) => void response.json(store.contacts(userIn(query['user']))),
  );
  app.post('/api/objects', express.json(), async (request, response) => {
    const { user, type, externalId } = parsed(HandMade, request.body);
    response.status(201).json(await new OfferObjects(store).createByHand(user, type, externalId));
  });
  app.post('/api/objects/:id/deactivate', async ({ params }, response) => {
    Reflect.deleteProperty(objectIn(store, params.id), 'publishedAt');
    await store.saved();
    response.json(objectIn(store, params.id));
  });
  app.post('/api/objects/:id/activate', async ({ params }, response) => {
    objectIn(store, params.id).publishedAt ??= new Date().toISOString();
    await store.saved();
    response.json(objectIn(store, params.id));
  });
  app.delete('/api/objects/:id', async ({ params }, response) => {
    const object = objectIn(store, params.id);
    await new OfferObjects(store).remove(object.user, object.id);
    response.json(object);
  });
  app.get('/api/log', (_request, response) => {
    const refusals = calls.filter(({ refusal }) => refusal?.ordered === false);
    response.json({ calls, refusals, collisions });
  });
  addFaultApi(app, faults, marketFaults);
  app.post('/api/revoke', async ({ query }, response) => {
    response.json({ revoked: await oauth.revoke(userIn(query['user'])) });
  });
}

/** @throws Refusal if there is none */
function objectIn(store: MarketStore, id: string): MarketObject {
  const object = store.state.objects[id];
  if (!object) throw notFound(`realestate ${id}`);
  return object;
}

const plainRefusal: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof Refusal) response.status(error.status).json({ error: error.message });
  else next(error);
};
