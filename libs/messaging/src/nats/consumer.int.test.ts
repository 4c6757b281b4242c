import { setTimeout as delay } from 'node:timers/promises';
import { PropertyChanged, RunLane, checkProperty } from '@estate/contracts';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { answer } from '../answer.ts';
import { ACCOUNT, caller, changed, log, metrics, newHost, nextId } from '../suite-fixtures.ts';
import { consume, listDeadLetters, serveAnswers } from '../bus.ts';
import type { Transport } from '../bus.ts';
import { on } from '../handler.ts';
import type { Timing } from '../timing.ts';
import { connectTransport } from './nats-bus.ts';

describe.skipIf(!hasNatsServer())('a consumer on a real broker', () => {
  let server: NatsServer;
  let bus: Transport;
  let raw: NatsConnection;
  const connectedBus = (changes: Partial<Timing>) => {
    const patient = { retryDelaysMs: [5, 5, 5, 5], graceMs: 60_000, askTimeoutMs: 60_000 };
    const timing = { ...patient, ...changes };
    return connectTransport({ url: server.url, service: 'consumer', log, metrics, timing });
  };
  beforeAll(async () => {
    server = await startNats();
    bus = await connectedBus({});
    raw = await connect({ servers: server.url });
  });
  afterAll(async () => {
    await bus.close();
    await raw.close();
    await server.stop();
  });

  it('bytes that are no message become a dead letter and do not block others', async () => {
    const host = newHost();
    const seen: string[] = [];
    const consumer = await consume(bus, host, {
      poison: on(PropertyChanged, async ({ id }) => void seen.push(id)),
    });
    raw.publish(PropertyChanged.subject, new Uint8Array([0xff, 0x00, 0x7b]));
    raw.publish(PropertyChanged.subject, '{"id":"x"}');
    const sent = changed(1);
    await bus.publish(sent);
    await eventually(() => seen.includes(sent.id));
    const letters = await eventually(async () => {
      const found = await listDeadLetters(bus, 100);
      return found.length === 2 && found;
    });
    await consumer.close();
    expect(letters.map(({ reason }) => reason).toSorted()).toEqual([
      expect.stringContaining('The envelope is wrong: '),
      'The message is not JSON.',
    ]);
  });

  it('a consumer keeps its message however long the handler takes', async () => {
    const sent = changed(1);
    const attempts: number[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const handlers = {
      long: on(PropertyChanged, async ({ id, attempt }) => {
        if (id !== sent.id) return;
        attempts.push(attempt);
        await finished;
      }),
    };
    const host = newHost();
    const watchful = await connectedBus({ ackWaitMs: 4_500 });
    const [one, two] = await Promise.all([
      consume(watchful, host, handlers),
      consume(watchful, host, handlers),
    ]);
    const signsOfLife = raw.subscribe(`$JS.ACK.FACTS.${host.name}-long.>`);
    await bus.publish(sent);
    const manager = await raw.jetstreamManager();
    let shown = 0;
    for await (const { data } of signsOfLife) {
      if (data.toString() !== '+WPI') continue;
      shown += 1;
      // Three of them are shown in the time after which the broker delivers again.
      if (shown === 5) break;
    }
    finish();
    await eventually(async () => {
      const { num_ack_pending, num_pending } = await manager.consumers.info('FACTS', `${host.name}-long`);
      return num_ack_pending === 0 && num_pending === 0;
    });
    await Promise.all([one.close(), two.close()]);
    await watchful.close();
    expect(attempts).toEqual([1]);
  });

  it('a consumer handles a backlog with at most its configured concurrency', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const handle = async () => {
      running += 1;
      most = Math.max(most, running);
      await delay(1);
      running -= 1;
      done += 1;
    };
    for (let bell = 0; bell < 200; bell += 1) bus.wake(RunLane, { targetId: ACCOUNT });
    const consumer = await consume(bus, newHost(), { few: on(RunLane, handle, { concurrency: 3 }) });
    await eventually(() => done >= 200);
    await consumer.close();
    expect(most).toBe(3);
  });

  it('a closing consumer lets running handlers finish and accepts no further messages', async () => {
    const host = newHost();
    let started = false;
    let ended = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const sent = changed(1);
    const handle = on(PropertyChanged, async ({ id }) => {
      if (id !== sent.id) return;
      started = true;
      await released;
      ended = true;
    });
    const consumer = await consume(bus, host, { ending: handle });
    await bus.publish(sent);
    await eventually(() => started);
    const closing = consumer.close();
    release();
    await closing;
    expect(ended).toBe(true);
    const manager = await raw.jetstreamManager();
    await eventually(
      async () => (await manager.consumers.info('FACTS', `${host.name}-ending`)).num_ack_pending === 0,
    );
  });

  it('an ask fails when its owner does not answer in time', async () => {
    const impatient = await connectedBus({ askTimeoutMs: 200, graceMs: 0 });
    const never = answer(checkProperty, () => new Promise(() => {}));
    const served = await serveAnswers(impatient, newHost(), [never]);
    const asked = impatient.ask(checkProperty, { propertyId: 'p' }, caller, { timeoutMs: 50 });
    await expect(asked).rejects.toThrow('catalog did not answer in time.');
    await expect(impatient.ask(checkProperty, { propertyId: 'p' }, caller)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await served.close();
    await impatient.close();
  });

  it('asks on a real broker are shared among replicas, which the tools of the broker show', async () => {
    const host = newHost();
    const counts = [0, 0];
    const replica = (index: 0 | 1) =>
      serveAnswers(bus, host, [
        answer(checkProperty, async () => {
          counts[index] = (counts[index] ?? 0) + 1;
          return { exists: true };
        }),
      ]);
    const served = await Promise.all([replica(0), replica(1)]);
    await Promise.all(
      Array.from({ length: 60 }, () => bus.ask(checkProperty, { propertyId: nextId() }, caller)),
    );
    expect(counts[0]! + counts[1]!).toBe(60);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    const infos = await raw.services.client().info(host.name);
    for await (const info of infos)
      expect(info.endpoints.map(({ name }) => name)).toEqual(['check-property']);
    await Promise.all(served.map((one) => one.close()));
  });
});
