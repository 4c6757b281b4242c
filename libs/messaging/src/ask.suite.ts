import { checkProperty, checkTarget, listEvents } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, Unavailable } from '@estate/errors';
import { currentTrace, withActor, withTrace } from '@estate/observability';
import { expect, it } from 'vitest';
import { answer } from './answer.ts';
import { serveAnswers } from './bus.ts';
import type { Transport } from './bus.ts';
import { caller, newHost, nextId, owned } from './suite-fixtures.ts';

export function askSuite(makeBus: () => Promise<Transport>): void {
  const own = owned(makeBus);

  it('an ask is answered with the output, and its owner knows the caller', async () => {
    const seen: unknown[] = [];
    const host = newHost();
    const route = answer(checkProperty, async (input, who) => {
      seen.push({ input, who, trace: currentTrace()?.requestId });
      return { exists: true, secret: 'not in the contract' };
    });
    const served = await serveAnswers(own.bus, host, [route]);
    const output = await own.bus.ask(checkProperty, { propertyId: 'p' }, caller);
    await served.close();
    expect(output).toEqual({ exists: true });
    expect(seen).toEqual([{ input: { propertyId: 'p' }, who: caller, trace: caller.requestId }]);
  });

  it('the preconditions of an ask reach its owner and nobody else', async () => {
    const seen: unknown[] = [];
    const host = newHost();
    const served = await serveAnswers(own.bus, host, [
      answer(checkTarget, async (_input, asker) => {
        seen.push(asker);
        await own.bus.ask(checkProperty, { propertyId: 'p' }, asker);
        return { ok: true, steps: [] };
      }),
      answer(checkProperty, async (_input, asker) => {
        seen.push(asker);
        return { exists: true };
      }),
    ]);
    const terms = { reservedId: nextId(), ifMatch: '"one", "two"' };
    await own.bus.ask(checkTarget, { id: 't' }, caller, terms);
    await served.close();
    expect(seen).toEqual([{ ...caller, ...terms }, caller]);
  });

  it('an ask continues the trace of the caller', async () => {
    let seen: string | undefined;
    const served = await serveAnswers(own.bus, newHost(), [
      answer(checkProperty, async () => {
        seen = currentTrace()?.traceparent;
        return { exists: true };
      }),
    ]);
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    await withTrace({ traceparent }, () => own.bus.ask(checkProperty, { propertyId: 'p' }, caller));
    await served.close();
    expect(seen?.split('-')[1]).toBe('ab'.repeat(16));
  });

  it('an ask has the actor of the call that it is part of', async () => {
    let seen: unknown;
    const served = await serveAnswers(own.bus, newHost(), [
      answer(checkProperty, async () => {
        seen = currentTrace()?.actor;
        return { exists: true };
      }),
    ]);
    const actor = { kind: 'api_key', id: nextId(), name: 'Büro Köln, "Nr. 1"' };
    await withTrace({}, () =>
      withActor(actor, () => own.bus.ask(checkProperty, { propertyId: 'p' }, caller)),
    );
    await served.close();
    expect(seen).toEqual(actor);
  });

  it.each([
    new NotFound('There is no such thing.', { code: 'property-not-found' }),
    new Conflict('Someone was faster.', { code: 'revision-conflict' }),
    new Unavailable('The store is unavailable.', { code: 'store-unavailable', retryAfterMs: 4000 }),
    new InvalidInput('Bad.', { problems: [{ path: 'a', message: 'a is required', code: 'required' }] }),
  ])('throws the refusal of the owner again ($code)', async (refusal) => {
    const served = await serveAnswers(own.bus, newHost(), [
      answer(checkProperty, () => Promise.reject(refusal)),
    ]);
    const asked = own.bus.ask(checkProperty, { propertyId: 'p' }, caller).catch((error: unknown) => error);
    expect(await asked).toEqual(refusal);
    await served.close();
  });

  it('an input that breaks the contract is rejected before its owner sees it', async () => {
    let called = false;
    const served = await serveAnswers(own.bus, newHost(), [
      answer(checkProperty, async () => {
        called = true;
        return { exists: true };
      }),
    ]);
    const wrong = { propertyId: 7 } as unknown as { propertyId: string };
    const error = await own.bus.ask(checkProperty, wrong, caller).catch((thrown: unknown) => thrown);
    await served.close();
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({
      problems: [{ path: 'propertyId', message: 'propertyId must be a string' }],
    });
    expect(called).toBe(false);
  });

  it('a wrong output and an unexpected error are answered without their details', async () => {
    const wrong = { exists: 'perhaps' } as unknown as { exists: boolean };
    const served = await serveAnswers(own.bus, newHost(), [
      answer(checkProperty, async () => wrong),
      answer(checkTarget, () => Promise.reject(new Error('password is hunter2'))),
    ]);
    const words = 'An internal error occurred.';
    await expect(own.bus.ask(checkProperty, { propertyId: 'p' }, caller)).rejects.toThrow(words);
    await expect(own.bus.ask(checkTarget, { id: 't' }, caller)).rejects.toThrow(words);
    await served.close();
  });

  it('a page that is larger than a message ends earlier', async () => {
    const made = Array.from({ length: 20 }, () => ({
      eventId: nextId(),
      eventName: 'publication.succeeded' as const,
      eventTime: '2026-11-01T08:30:00.000Z',
      eventPayload: { text: 'ü'.repeat(50_000) },
    }));
    const served = await serveAnswers(own.bus, newHost(), [
      answer(listEvents, async () => ({ hasMore: false, data: made })),
    ]);
    const page = await own.bus.ask(listEvents, { limit: 20 }, caller);
    await served.close();
    expect(page).toEqual({ hasMore: true, data: made.slice(0, 7) });
  });

  it('errors of drivers are translated to service errors', async () => {
    const translate = () => new Unavailable('The store is unavailable.', { code: 'store-unavailable' });
    const failing = answer(checkProperty, () => Promise.reject(new Error('ECONNREFUSED')));
    const served = await serveAnswers(own.bus, newHost({ translate }), [failing]);
    const asked = own.bus.ask(checkProperty, { propertyId: 'p' }, caller);
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'store-unavailable' });
    await served.close();
  });

  it('an ask that nobody answers names the unavailable service', async () => {
    const asked = own.bus.ask(checkTarget, { id: 't' }, caller);
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable', code: 'service-unavailable' });
    await expect(own.bus.ask(checkTarget, { id: 't' }, caller)).rejects.toThrow(
      'distribution is unavailable',
    );
  });
}
