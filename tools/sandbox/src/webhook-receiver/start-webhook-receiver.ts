import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import express from 'express';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { parsed } from '../parsed.ts';
import { saveJson } from '../save-json.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { answer, Behaviour } from './behaviour.ts';
import { DeliveryLog } from './delivery-log.ts';
import { readDelivery } from './read-delivery.ts';
import { receiverPage } from './receiver-page.ts';

export interface WebhookReceiverOptions extends ListenAt {
  /** The file for every delivery, one JSON line each; the signing keys are in a file beside it. */
  file?: string;
}

interface Hook {
  signingKey?: string;
  behaviour: Behaviour;
}

const KeyOrder = z.object({ signingKey: z.string().min(1) });

type Named = Request<{ name: string }>;

const USUAL = Behaviour.parse({});

class Hooks {
  readonly #hooks = new Map<string, Hook>();
  readonly #keysFile: string | undefined;
  /** The running save: one after the other, because all of them write the same file. */
  #saving: Promise<void> = Promise.resolve();

  private constructor(keys: Readonly<Record<string, string>>, keysFile: string | undefined) {
    for (const [name, signingKey] of Object.entries(keys)) this.at(name).signingKey = signingKey;
    this.#keysFile = keysFile;
  }

  static async open(keysFile: string | undefined): Promise<Hooks> {
    if (keysFile === undefined || !existsSync(keysFile)) return new Hooks({}, keysFile);
    return new Hooks(JSON.parse(await readFile(keysFile, 'utf8')) as Record<string, string>, keysFile);
  }

  at(name: string): Hook {
    const hook = this.#hooks.get(name) ?? { behaviour: USUAL };
    this.#hooks.set(name, hook);
    return hook;
  }

  /** Sets the signing key of a hook; resolves when it is on disk. */
  async setKey(name: string, signingKey: string): Promise<void> {
    this.at(name).signingKey = signingKey;
    const file = this.#keysFile;
    if (file === undefined) return;
    const saved = this.#saving.then(() => saveJson(file, this.#keys()));
    this.#saving = saved.catch(() => undefined);
    await saved;
  }

  #keys(): Record<string, string> {
    const keys = [...this.#hooks].map(([name, { signingKey }]) => [name, signingKey] as const);
    return Object.fromEntries(keys.filter((each): each is [string, string] => each[1] !== undefined));
  }

  /** The behaviour for one delivery, counted down. */
  take(name: string): Behaviour {
    const hook = this.at(name);
    const { behaviour } = hook;
    const { times } = behaviour;
    if (times !== undefined) hook.behaviour = times > 1 ? { ...behaviour, times: times - 1 } : USUAL;
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
  app.put('/api/hooks/:name', express.json(), async (request: Named, response) => {
    await hooks.setKey(request.params.name, parsed(KeyOrder, request.body).signingKey);
    response.status(204).end();
  });
  app.post('/api/hooks/:name/behaviour', express.json(), (request: Named, response) => {
    hooks.at(request.params.name).behaviour = parsed(Behaviour, request.body);
    response.status(204).end();
  });
}

/** Starts a receiver that records, verifies and shows deliveries to its hooks. */
export async function startWebhookReceiver({ file, ...at }: WebhookReceiverOptions): Promise<WebServer> {
  const log = await DeliveryLog.open(file);
  const hooks = await Hooks.open(file === undefined ? undefined : `${file}.keys.json`);
  const app = webApp();
  addHooks(app, log, hooks);
  addApi(app, log, hooks);
  app.get('/', (request, response) => {
    response.send(receiverPage(log.all(), `http://${request.get('host') ?? 'localhost'}/hooks/demo`));
  });
  const web = await serve(app, at);
  return {
    ...web,
    close: async () => {
      await web.close();
      await log.close();
    },
  };
}
