import { checkTarget } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import { busSuite } from '../bus.suite.ts';
import { caller, log, metrics, newHost } from '../suite-fixtures.ts';
import { connectTransport } from './nats-bus.ts';

describe.skipIf(!hasNatsServer())('on a real broker', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNats();
  });
  afterAll(() => server.stop());

  const timing = { noResponderDelaysMs: [10, 20], retryDelaysMs: [5, 5, 5, 5], graceMs: 50 };

  it('an answer that is larger than a message fails at once', async () => {
    const bus = await connectTransport({ url: server.url, service: 'suite', log, metrics, timing });
    const huge = { ok: true, steps: [{ name: 'login', ok: true, message: 'x'.repeat(2 * 1024 * 1024) }] };
    const served = await serveAnswers(bus, newHost(), [answer(checkTarget, async () => huge as never)]);
    const asked = bus.ask(checkTarget, { id: 't' }, caller, { timeoutMs: 100_000 });
    await expect(asked).rejects.toThrow('An internal error occurred.');
    await served.close();
    await bus.close();
  });

  busSuite('nats bus', () => connectTransport({ url: server.url, service: 'suite', log, metrics, timing }));
});
