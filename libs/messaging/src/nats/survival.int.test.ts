import { rm } from 'node:fs/promises';
import { PropertyChanged, RunLane, checkProperty } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { answer } from '../answer.ts';
import { ACCOUNT, caller, changed, log, metrics, newHost } from '../suite-fixtures.ts';
import { consume, serveAnswers, streamStates } from '../bus.ts';
import type { Transport } from '../bus.ts';
import { on } from '../handler.ts';
import type { OutgoingMessage } from '../message.ts';
import { connectTransport } from './nats-bus.ts';

const timing = { heartbeatMs: 500, ackWaitMs: 1_000, graceMs: 50, retryDelaysMs: [5, 5, 5, 5] };

describe.skipIf(!hasNatsServer())('a broker that goes away', () => {
  let server: NatsServer;
  let bus: Transport;
  beforeAll(async () => {
    server = await startNats();
    bus = await connectTransport({ url: server.url, service: 'survivor', log, metrics, timing });
  });
  afterAll(async () => {
    await bus.close();
    await server.stop();
  });

  const published = (message: OutgoingMessage) =>
    eventually(async () => {
      await bus.publish(message);
      return true;
    });

  it('a broker that is killed while messages are handled loses none', async () => {
    const host = newHost();
    const seen = new Set<string>();
    const consumer = await consume(bus, host, {
      survive: on(PropertyChanged, async ({ id }) => void seen.add(id)),
    });
    const messages = Array.from({ length: 300 }, (_, index) => changed(index + 1));
    const all = Promise.all(messages.map(published));
    await eventually(() => seen.size > 20);
    await server.restart();
    await all;
    await eventually(() => expect(messages.filter(({ id }) => !seen.has(id))).toEqual([]));
    await consumer.close();
  });

  it('a broker whose store was wiped gets its streams and consumers back', async () => {
    const host = newHost();
    const seen = new Set<string>();
    const consumer = await consume(bus, host, {
      wiped: on(PropertyChanged, async ({ id }) => void seen.add(id)),
      rung: on(RunLane, async ({ data }) => void seen.add(data.targetId)),
    });
    await server.kill();
    await rm(server.directory, { recursive: true });
    await server.restart();
    const after = changed(1);
    await published(after);
    await eventually(() => seen.has(after.id));
    await eventually(() => {
      bus.wake(RunLane, { targetId: ACCOUNT });
      return seen.has(ACCOUNT);
    });
    expect(bus.ready()).toBe(true);
    await consumer.close();
  });

  it('a stream that was created again has another time of creation, and one that lived on has its last sequence', async () => {
    const before = await streamStates(bus, ['FACTS']);
    await published(changed(1));
    const [grown] = await streamStates(bus, ['FACTS']);
    expect(grown).toMatchObject({ createdAt: before[0]?.createdAt });
    expect(grown?.lastSequence).toBeGreaterThan(before[0]?.lastSequence ?? 0);
    await server.restart();
    expect(await eventually(() => streamStates(bus, ['FACTS']))).toEqual([grown]);
    await server.kill();
    await expect(streamStates(bus, ['FACTS'])).rejects.toBeInstanceOf(Unavailable);
    await rm(server.directory, { recursive: true });
    await server.restart();
    const [made] = await eventually(() => streamStates(bus, ['FACTS']));
    expect(made?.createdAt).not.toEqual(grown?.createdAt);
  });

  it('every consumer works after ten fast restarts of the broker', async () => {
    const host = newHost();
    const seen = new Set<string>();
    const handle = on(PropertyChanged, async ({ id }) => void seen.add(id));
    const consumer = await consume(bus, host, { one: handle });
    for (let round = 0; round < 10; round += 1) await server.restart();
    const last = changed(1);
    await published(last);
    await eventually(() => seen.has(last.id));
    await consumer.close();
  });

  it('a consumer that was deleted at the broker is created again', async () => {
    const host = newHost();
    const seen = new Set<string>();
    const consumer = await consume(bus, host, {
      deleted: on(PropertyChanged, async ({ id }) => void seen.add(id)),
    });
    const other = await connect({ servers: server.url });
    const manager = await other.jetstreamManager();
    // This server may refuse to remove the files of a consumer that it is just writing.
    await eventually(() => manager.consumers.delete('FACTS', `${host.name}-deleted`));
    const next = changed(1);
    await published(next);
    await eventually(() => seen.has(next.id));
    await manager.streams.delete('FACTS');
    const last = changed(2);
    await published(last);
    await eventually(() => seen.has(last.id));
    await other.close();
    await consumer.close();
  });

  it('an unavailable broker is distinguished from a refusal, and asks continue once it is available', async () => {
    const served = await serveAnswers(bus, newHost(), [
      answer(checkProperty, async () => ({ exists: true })),
    ]);
    await server.kill();
    await eventually(() => !bus.ready());
    await expect(bus.publish(changed(1))).rejects.toBeInstanceOf(Unavailable);
    await expect(bus.ask(checkProperty, { propertyId: 'p' }, caller)).rejects.toBeInstanceOf(Unavailable);
    expect(() => bus.wake(RunLane, { targetId: ACCOUNT })).not.toThrow();
    await server.restart();
    const asked = () => bus.ask(checkProperty, { propertyId: 'p' }, caller);
    expect(await eventually(asked)).toEqual({ exists: true });
    await served.close();
  });

  it('a broker that is unavailable at the start is waited for', async () => {
    const late = await startNats();
    await late.kill();
    const connecting = connectTransport({ url: late.url, service: 'early', log, metrics, timing });
    await late.restart();
    const early = await connecting;
    expect(early.ready()).toBe(true);
    await early.close();
    await late.stop();
  });
});
