import { InvalidInput } from '@estate/errors';
import express from 'express';
import type { Express, Request } from 'express';
import { serve, webApp } from '../web-server.ts';
import { answer, parseBehaviour } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Delivery } from './delivery-log.ts';
import { readDelivery } from './read-delivery.ts';
import { receiverPage } from './receiver-page.ts';

export interface WebhookReceiverOptions {
  /** 0 takes a free one. */
  port: number;
  /** Address to listen on; default: the loopback interface. */
  host?: string;
  /** Keeps every delivery, one JSON line each, over a restart. */
  file?: string;
}

export interface WebhookReceiver {
  port: number;
  /** Ends with a slash; hooks are at `hooks/:name` below it. */
  url: string;
  deliveries(): readonly Delivery[];
  /** `path` is the hook's name or its path, `/hooks/name`. */
  setKey(path: string, signingKey: string): void;
  behave(path: string, behaviour: Behaviour): void;
  close(): Promise<void>;
}

interface Hook {
  signingKey?: string;
  behaviour: Behaviour;
}

type Named = Request<{ name: string }>;

class Hooks {
  readonly #hooks = new Map<string, Hook>();

  at(path: string): Hook {
    const name = path.replace(/^\/?hooks\//, '');
    const hook = this.#hooks.get(name) ?? { behaviour: {} };
    this.#hooks.set(name, hook);
    return hook;
  }

  /** The behaviour for one delivery, counted down. */
  take(name: string): Behaviour {
    const hook = this.at(name);
    const { times, ...behaviour } = hook.behaviour;
    if (times !== undefined) hook.behaviour = times > 1 ? { ...behaviour, times: times - 1 } : {};
    return behaviour;
  }
}

function addHooks(app: Express, log: DeliveryLog, hooks: Hooks): void {
  const raw = express.raw({ type: () => true, limit: '5mb' });
  app.post('/hooks/:name', raw, async (request: Named, response) => {
    const { name } = request.params;
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { signingKey } = hooks.at(name);
    const behaviour = hooks.take(name);
    const at = new Date().toISOString();
    await log.add(await readDelivery({ at, name, headers: request.headers, rawBody, signingKey }));
    await answer(response, behaviour);
  });
}

function addApi(app: Express, log: DeliveryLog, hooks: Hooks): void {
  app.get('/api/version', (_request, response) => void response.json({ version: log.all().length }));
  app.get('/api/deliveries', (request, response) => {
    const { name } = request.query;
    response.json(log.all().filter((delivery) => name === undefined || delivery.name === name));
  });
  app.put('/api/hooks/:name', express.json(), (request: Named, response) => {
    const { signingKey } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof signingKey !== 'string' || signingKey === '')
      throw new InvalidInput('signingKey must be a text.');
    hooks.at(request.params.name).signingKey = signingKey;
    response.status(204).end();
  });
  app.post('/api/hooks/:name/behaviour', express.json(), (request: Named, response) => {
    hooks.at(request.params.name).behaviour = parseBehaviour(request.body);
    response.status(204).end();
  });
}

/** Starts a receiver that records, verifies and shows what is posted to its hooks. */
export async function startWebhookReceiver({
  port,
  host,
  file,
}: WebhookReceiverOptions): Promise<WebhookReceiver> {
  const log = await DeliveryLog.open(file);
  const hooks = new Hooks();
  const app = webApp();
  addHooks(app, log, hooks);
  addApi(app, log, hooks);
  app.get('/', (request, response) => {
    response.send(receiverPage(log.all(), `http://${request.get('host') ?? 'localhost'}/hooks/demo`));
  });
  const web = await serve(app, { port, host });
  return {
    port: web.port,
    url: web.url,
    deliveries: () => log.all(),
    setKey: (path, signingKey) => {
      hooks.at(path).signingKey = signingKey;
    },
    behave: (path, behaviour) => {
      hooks.at(path).behaviour = parseBehaviour(behaviour);
    },
    close: async () => {
      await web.close();
      await log.close();
    },
  };
}
