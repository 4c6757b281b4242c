import { Unavailable } from '@estate/errors';
import { eventually, hasNatsServer, startFaultyProxy, startNats } from '@estate/testing';
import type { FaultyProxy, NatsServer } from '@estate/testing';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import type { Transport } from '../bus.ts';
import { caller, changed, log, metrics, newHost } from '../suite-fixtures.ts';
import { connectTransport } from './nats-bus.ts';
import { noteOperation } from './note-replica.fixture.ts';

const timing = { publishTimeoutMs: 300, askTimeoutMs: 300, signOfLifeMs: 100, graceMs: 50 };

describe.skipIf(!hasNatsServer())('a faulty connection to the broker', () => {
  let server: NatsServer;
  let proxy: FaultyProxy;
  /** Its connection is faulty. */
  let far: Transport;
  let near: Transport;
  let observer: NatsConnection;
  const carriedOut: string[] = [];
  beforeAll(async () => {
    server = await startNats();
    proxy = await startFaultyProxy(server);
    const url = `nats://127.0.0.1:${String(proxy.port)}`;
    far = await connectTransport({ url, service: 'far', log, metrics, timing });
    near = await connectTransport({ url: server.url, service: 'near', log, metrics });
    observer = await connect({ servers: server.url });
    const note = answer(noteOperation, ({ text }) => {
      carriedOut.push(text);
      return Promise.resolve({ text });
    });
    await serveAnswers(near, newHost(), [note]);
  });
  afterAll(async () => {
    await proxy.close();
    await observer.close();
    await far.close();
    await near.close();
    await server.stop();
  });
  beforeEach(() => {
    proxy.thaw();
    proxy.slow(0);
  });

  const ask = (text: string, bus = far) => bus.ask(noteOperation, { text }, caller);
  const stored = async () => {
    const manager = await observer.jetstreamManager();
    return (await manager.streams.info('FACTS')).state.messages;
  };

  it('a message that is published again after its connection was frozen is stored once', async () => {
    const message = changed(1);
    proxy.freeze();
    await expect(far.publish(message)).rejects.toBeInstanceOf(Unavailable);
    proxy.thaw();
    await far.publish(message);
    expect(await stored()).toBe(1);
  });

  it('an ask over a frozen connection fails in time, and is not carried out when it arrives', async () => {
    await ask('before');
    proxy.freeze();
    await expect(ask('frozen')).rejects.toBeInstanceOf(Unavailable);
    proxy.thaw();
    await ask('after');
    await ask('direct', near);
    expect(carriedOut).toEqual(['before', 'after', 'direct']);
  });

  it('asks and messages over a slow connection to the broker arrive', async () => {
    proxy.slow(30);
    expect(await ask('slow')).toEqual({ text: 'slow' });
    await far.publish(changed(2));
  });

  it('asks and messages are sent again after the connection to the broker was reset', async () => {
    proxy.reset();
    await eventually(async () => expect(await ask('reset')).toEqual({ text: 'reset' }));
    await eventually(() => far.publish(changed(3)));
    expect(carriedOut.filter((text) => text === 'reset')).toHaveLength(1);
  });
});
