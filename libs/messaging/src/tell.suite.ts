import { PropertyChanged, PublicationSucceeded, RunLane } from '@estate/contracts';
import { currentTrace, withActor, withTrace } from '@estate/observability';
import { expect, it } from 'vitest';
import { eventually } from '@estate/testing';
import { consume } from './bus.ts';
import type { Transport } from './bus.ts';
import { on, onAny } from './handler.ts';
import type { AnyMessage, IncomingMessage } from './handler.ts';
import { message } from './message.ts';
import { ACCOUNT, changed, newHost, nextId, owned } from './suite-fixtures.ts';

export function tellSuite(makeBus: () => Promise<Transport>): void {
  const own = owned(makeBus);

  it('a published message reaches every consumer once and completely', async () => {
    const seen: IncomingMessage<typeof PropertyChanged>[] = [];
    const other: string[] = [];
    const first = await consume(own.bus, newHost(), {
      'on-property-changed': on(PropertyChanged, async (incoming) => void seen.push(incoming)),
    });
    const second = await consume(own.bus, newHost(), {
      'on-property-changed': on(PropertyChanged, async ({ id }) => void other.push(id)),
    });
    const sent = changed(1);
    await own.bus.publish(sent);
    await own.bus.publish(sent);
    const last = changed(2);
    await own.bus.publish(last);
    await eventually(() => seen.length === 2 && other.length === 2);
    await Promise.all([first.close(), second.close()]);
    const [got] = seen.filter(({ id }) => id === sent.id);
    const { id, accountId, requestId, at, data } = sent;
    expect(got).toEqual({ id, accountId, requestId, at, data, attempt: 1, subject: PropertyChanged.subject });
    expect(other.toSorted()).toEqual([sent.id, last.id].toSorted());
  });

  it('a message has the actor of the call that caused it, and so has what its handler causes', async () => {
    const actor = { kind: 'dashboard', id: nextId(), name: 'Büro' };
    const seen: unknown[] = [];
    const sent = withTrace({}, () => withActor(actor, () => changed(1)));
    const served = await consume(own.bus, newHost(), {
      // A new consumer gets the messages of earlier tests, too.
      on: on(PropertyChanged, async ({ id }) => void (id === sent.id && seen.push(currentTrace()?.actor))),
    });
    await own.bus.publish(sent);
    await eventually(() => expect(seen).toEqual([actor]));
    await served.close();
  });

  it('messages for an unavailable consumer are kept', async () => {
    const host = newHost();
    const seen: string[] = [];
    const handlers = { keep: on(PropertyChanged, async ({ id }) => void seen.push(id)) };
    await (await consume(own.bus, host, handlers)).close();
    const sent = changed(1);
    await own.bus.publish(sent);
    const back = await consume(own.bus, host, handlers);
    await eventually(() => seen.includes(sent.id));
    await back.close();
    expect(seen.filter((id) => id === sent.id)).toHaveLength(1);
  });

  it('a handler with a filter gets every event below it, including unknown kinds', async () => {
    const seen: AnyMessage[] = [];
    const host = newHost();
    await own.keep(
      consume(own.bus, host, {
        any: onAny('event.>', async (got) => void seen.push(got), { definitions: [PublicationSucceeded] }),
      }),
    );
    const about = { id: nextId(), accountId: ACCOUNT, at: new Date() };
    await own.bus.publish(message(PublicationSucceeded, PublicationSucceeded.example, about));
    await own.bus.publish({ ...changed(1), subject: 'event.moon.landed', data: { crew: 3 } });
    await eventually(() => seen.length === 2);
    expect(seen.map(({ subject }) => subject).toSorted()).toEqual([
      'event.moon.landed',
      PublicationSucceeded.subject,
    ]);
    expect(seen.find(({ subject }) => subject === 'event.moon.landed')?.data).toEqual({ crew: 3 });
  });

  it('unknown fields of a message are ignored', async () => {
    const seen: unknown[] = [];
    await own.keep(
      consume(own.bus, newHost(), { extra: on(PropertyChanged, async ({ data }) => void seen.push(data)) }),
    );
    const sent = changed(7);
    await own.bus.publish({ ...sent, data: { ...(sent.data as object), inventedLater: true } });
    await eventually(() => expect(seen).toContainEqual(sent.data));
  });

  it('a wake-up reaches one worker', async () => {
    const rung: IncomingMessage<typeof RunLane>[] = [];
    const host = newHost();
    await own.keep(
      consume(own.bus, host, { lane: on(RunLane, async (incoming) => void rung.push(incoming)) }),
    );
    own.bus.wake(RunLane, { targetId: ACCOUNT });
    await eventually(() => rung.length === 1);
    expect(rung[0]).toMatchObject({ data: { targetId: ACCOUNT }, accountId: '', attempt: 1 });
  });
}
