import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createLogger, createMetrics } from '@estate/observability';
import { eventually, hasNatsServer, startNats } from '@estate/testing';
import { ErrorCode, connect, headers } from 'nats';
import { afterAll, describe, expect, it } from 'vitest';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import { replicaOf, subjectAt, withBeginBefore } from './ask-headers.ts';
import { connectTransport } from './nats-bus.ts';
import { noteOperation } from './note-replica.fixture.ts';

const { subject } = noteOperation;
const PATIENCE_MS = 60_000;
/** The time limit of an ask that is retried until it succeeds. */
const BRIEFLY_MS = 500;
const metrics = createMetrics('alone');

describe.skipIf(!hasNatsServer())('a replica that can be asked alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estate-alone-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** A replica whose user may listen at these subjects beside those that every user needs, and who asks it. */
  async function replicaWith(...allowed: string[]) {
    const config = join(directory, 'nats.conf');
    const allow = (...subjects: string[]) => {
      const listens = ['$SRV.>', '_INBOX.>', ...subjects].map((one) => `"${one}"`).join(', ');
      const user = `user: notes, password: letters, permissions: { publish: ">", subscribe: [${listens}] }`;
      writeFileSync(config, `authorization: { users: [{ ${user} }] }\n`);
    };
    allow(...allowed);
    const server = await startNats({ config });
    const url = server.url.replace('//', '//notes:letters@');
    let logged = '';
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    });
    const log = createLogger({ service: 'notes', level: 'warn', destination });
    const bus = await connectTransport({ url, service: 'notes', log, metrics });
    const note = answer(noteOperation, ({ text }) => Promise.resolve({ text }));
    await serveAnswers(bus, { name: 'notes', log, metrics }, [note]);
    const asker = await connect({
      ...{ servers: server.url, user: 'notes', pass: 'letters' },
      ...{ maxReconnectAttempts: -1, reconnectTimeWait: 50 },
    });
    return {
      ask: async (at: string, timeout = PATIENCE_MS) => {
        const made = withBeginBefore(headers(), Date.now() + PATIENCE_MS);
        made.set('read', '1');
        const options = { timeout, headers: made };
        return asker.request(at, JSON.stringify({ text: 'a' }), options);
      },
      /** The broker begins again with other permissions of the user. */
      restartWith: async (...subjects: string[]) => {
        allow(...subjects);
        await server.restart();
      },
      timesLogged: (message: string) => logged.split(`"${message}"`).length - 1,
      stop: async () => {
        await asker.close();
        await bus.close();
        await server.stop();
      },
    };
  }

  it('a replica that can be asked alone signs with its name, and answers there as well', async () => {
    const { ask, stop } = await replicaWith(subject, 'ask.notes.*.*');
    const name = replicaOf(await ask(subject));
    expect(name).toMatch(/^[\w-]+-[0-9A-Z]{8}$/);
    const alone = await ask(subjectAt(subject, name ?? ''));
    expect(alone.json()).toEqual({ text: 'a' });
    await stop();
  });

  it('a replica whose broker has the users of an earlier version answers without a name', async () => {
    const { ask, timesLogged, stop } = await replicaWith(subject);
    const reply = await ask(subject);
    expect(reply.json()).toEqual({ text: 'a' });
    expect(replicaOf(reply)).toBeUndefined();
    expect(timesLogged('replica.unnamed')).toBe(1);
    await stop();
  });

  it('a replica without a name has one again when a later connection to the broker allows it', async () => {
    const { ask, restartWith, timesLogged, stop } = await replicaWith(subject);
    expect(replicaOf(await ask(subject))).toBeUndefined();
    await restartWith(subject);
    await eventually(() => ask(subject, BRIEFLY_MS));
    expect(replicaOf(await ask(subject))).toBeUndefined();
    await restartWith(subject, 'ask.notes.*.*');
    const name = await eventually(async () => replicaOf(await ask(subject, BRIEFLY_MS)) ?? false);
    expect((await ask(subjectAt(subject, name))).json()).toEqual({ text: 'a' });
    expect(timesLogged('replica.unnamed')).toBe(1);
    await stop();
  });

  it('nobody listens for a replica alone at an operation that it does not answer', async () => {
    const { ask, stop } = await replicaWith(subject, 'ask.notes.*.*');
    const name = replicaOf(await ask(subject)) ?? '';
    await expect(ask(subjectAt('ask.notes.later', name))).rejects.toMatchObject({
      code: ErrorCode.NoResponders,
    });
    await stop();
  });
});
