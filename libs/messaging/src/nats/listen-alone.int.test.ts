import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@estate/observability';
import { hasNatsServer, startNats } from '@estate/testing';
import { connect, headers } from 'nats';
import { afterAll, describe, expect, it } from 'vitest';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import { replicaOf, subjectAt, withBeginBefore } from './ask-headers.ts';
import { connectTransport } from './nats-bus.ts';
import { noteOperation } from './note-replica.fixture.ts';

const { subject } = noteOperation;
const PATIENCE_MS = 60_000;
const log = createLogger({ service: 'alone', level: 'silent' });
const metrics = createMetrics('alone');

describe.skipIf(!hasNatsServer())('a replica that can be asked alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estate-alone-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** A replica whose user may listen at these subjects beside those that every user needs, and who asks it. */
  async function replicaWith(...allowed: string[]) {
    const config = join(directory, 'nats.conf');
    const listens = ['$SRV.>', '_INBOX.>', ...allowed].map((one) => `"${one}"`).join(', ');
    const user = `user: notes, password: letters, permissions: { publish: ">", subscribe: [${listens}] }`;
    writeFileSync(config, `authorization: { users: [{ ${user} }] }\n`);
    const server = await startNats({ config });
    const url = server.url.replace('//', '//notes:letters@');
    const bus = await connectTransport({ url, service: 'notes', log, metrics });
    const note = answer(noteOperation, ({ text }) => Promise.resolve({ text }));
    await serveAnswers(bus, { name: 'notes', log, metrics }, [note]);
    const asker = await connect({ servers: server.url, user: 'notes', pass: 'letters' });
    return {
      ask: async (at: string) => {
        const made = withBeginBefore(headers(), Date.now() + PATIENCE_MS);
        made.set('read', '1');
        const options = { timeout: PATIENCE_MS, headers: made };
        return asker.request(at, JSON.stringify({ text: 'a' }), options);
      },
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
    const { ask, stop } = await replicaWith(subject);
    const reply = await ask(subject);
    expect(reply.json()).toEqual({ text: 'a' });
    expect(replicaOf(reply)).toBeUndefined();
    await stop();
  });
});
