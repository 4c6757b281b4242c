import { checkTarget } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNatsServer, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { answer } from '../answer.ts';
import { OUTBOX, driverOf, listDeadLetters, redriveDeadLetters, serveAnswers } from '../bus.ts';
import { busSuite } from '../bus.suite.ts';
import { caller, changed, log, metrics, newHost } from '../suite-fixtures.ts';
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

  it('a message that is larger than the broker accepts is refused, and becomes a dead letter without its content', async () => {
    const bus = await connectTransport({ url: server.url, service: 'suite', log, metrics, timing });
    const huge = { ...changed(1), data: { text: 'x'.repeat(2 * 1024 * 1024) } };
    const refusal = await bus.publish(huge).catch((error: unknown) => error as InvalidInput);
    expect(refusal).toBeInstanceOf(InvalidInput);
    const { message: reason } = refusal as InvalidInput;
    expect(reason).toBe('The message is larger than the broker accepts.');
    await driverOf(bus).bury({ service: 'suite', message: huge, reason });
    const [letter] = await listDeadLetters(bus, 10);
    expect(letter).toMatchObject({ consumer: `${OUTBOX}suite`, subject: huge.subject, reason });
    const { id, accountId } = huge;
    expect(JSON.parse(letter?.original ?? '')).toMatchObject({ id, accountId, data: {} });
    expect(await redriveDeadLetters(bus, `${OUTBOX}suite`)).toBe(0);
    await bus.close();
  });

  busSuite('nats bus', () => connectTransport({ url: server.url, service: 'suite', log, metrics, timing }));
});
