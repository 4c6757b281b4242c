import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@estate/observability';
import { hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../bus.ts';
import { connectTransport } from './nats-bus.ts';
import { noteOperation } from './note-replica.fixture.ts';
import { startNoteReplica } from './start-note-replica.fixture.ts';
import type { Replica } from './start-note-replica.fixture.ts';

const log = createLogger({ service: 'refused', level: 'silent' });
const metrics = createMetrics('refused');
const caller = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'req-refused-0001' };
const PATIENCE_MS = 60_000;
/** The caller has the permissions of an earlier version, and the replicas have the new ones. */
const USERS = `authorization: { users: [
  { user: asker, password: letters, permissions: { publish: { allow: ">", deny: "ask.notes.*.*" }, subscribe: ">" } }
  { user: notes, password: letters, permissions: { publish: ">", subscribe: ">" } }
] }
`;

describe.skipIf(!hasNatsServer())('a caller that may not ask one replica alone', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estate-refused-'));
  const replicas: Replica[] = [];
  let server: NatsServer;
  let bus: Transport;
  const urlOf = (user: string) => server.url.replace('//', `//${user}:letters@`);
  const note = (text: string) => bus.ask(noteOperation, { text }, caller, { timeoutMs: PATIENCE_MS });
  const moves = async () =>
    Number(/^asks_moved_total\{.*operation="note".*\} (\d+)/m.exec(await metrics.registry.metrics())?.[1]);

  beforeAll(async () => {
    const config = join(directory, 'nats.conf');
    writeFileSync(config, USERS);
    server = await startNats({ config });
    const timing = { signOfLifeMs: 1_000 };
    bus = await connectTransport({ url: urlOf('asker'), service: 'asker', log, metrics, timing });
  });
  afterAll(async () => {
    for (const { process: child } of replicas) child.kill('SIGKILL');
    await bus.close();
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  it('after a silence has ended, no ask waits for a name that the broker refuses', async () => {
    for (let count = 0; count < 2; count += 1) replicas.push(await startNoteReplica(urlOf('notes')));
    const { process: frozen } = replicas[0]!;
    for (let text = 0; text < 20; text += 1) await note(`before-${String(text)}`);
    frozen.kill('SIGSTOP');
    for (let text = 0; !((await moves()) > 0); text += 1) await note(`found-${String(text)}`);
    frozen.kill('SIGCONT');
    const found = await moves();
    for (let text = 0; text < 10; text += 1) await note(`after-${String(text)}`);
    // At most the first one is sent to a name; each of them would be if refusals were not known.
    expect((await moves()) - found).toBeLessThan(5);
  });
});
