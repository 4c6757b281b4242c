import { PropertyChanged } from '@estate/contracts';
import { eventually } from '@estate/testing';
import { expect, it } from 'vitest';
import { consume, eraseMessages, listDeadLetters, redriveDeadLetters } from './bus.ts';
import type { Transport } from './bus.ts';
import { on } from './handler.ts';
import { changed, newHost, nextId, owned } from './suite-fixtures.ts';

export function eraseSuite(makeBus: () => Promise<Transport>): void {
  const own = owned(makeBus);
  const filter = PropertyChanged.subject;

  it('an erased message reaches no consumer any more, and the others do', async () => {
    const host = newHost();
    const messages = Array.from({ length: 40 }, (_, n) => changed(n + 1));
    for (const message of messages) await own.bus.publish(message);
    const gone = new Set(messages.filter((_message, n) => n % 7 === 0).map(({ id }) => id));
    const of = { consumer: `${host.name}-on`, filter };
    expect(await eraseMessages(own.bus, of, ({ id }) => gone.has(id))).toHaveLength(gone.size);
    expect(await eraseMessages(own.bus, of, ({ id }) => gone.has(id))).toEqual([]);
    const seen = new Set<string>();
    const served = await consume(own.bus, host, {
      on: on(PropertyChanged, async ({ id }) => void seen.add(id)),
    });
    const kept = messages.filter(({ id }) => !gone.has(id));
    await eventually(() => expect(kept.every(({ id }) => seen.has(id))).toBe(true));
    await served.close();
    expect([...gone].filter((id) => seen.has(id))).toEqual([]);
  });

  it('an erasure looks only at messages that are young enough', async () => {
    const of = { consumer: `${newHost().name}-on`, filter };
    const sent = [changed(1), changed(2)];
    for (const message of sent) await own.bus.publish(message);
    const isSent = ({ id }: { id: string }) => sent.some((message) => message.id === id);
    expect(await eraseMessages(own.bus, { ...of, since: new Date(Date.now() + 60_000) }, isSent)).toEqual([]);
    expect(
      await eraseMessages(own.bus, { ...of, since: new Date(Date.now() - 60_000) }, isSent),
    ).toHaveLength(2);
  });

  it('an erased message is no dead letter any more, and the dead letters of other consumers stay', async () => {
    const [host, other] = [newHost(), newHost()];
    const id = nextId();
    const failing = on(PropertyChanged, async (incoming) => {
      if (incoming.id === id) throw new TypeError('a bug');
    });
    const served = [
      await consume(own.bus, host, { on: failing }),
      await consume(own.bus, other, { on: failing }),
    ];
    await own.bus.publish(changed(1, id));
    const lettersOf = async (name: string) =>
      (await listDeadLetters(own.bus, 100)).filter(({ consumer }) => consumer === `${name}-on`);
    await eventually(async () => {
      expect(await lettersOf(host.name)).toHaveLength(1);
      expect(await lettersOf(other.name)).toHaveLength(1);
    });
    const erased = await eraseMessages(
      own.bus,
      { consumer: `${host.name}-on`, filter },
      (one) => one.id === id,
    );
    expect(erased).toHaveLength(2);
    expect(await lettersOf(host.name)).toEqual([]);
    expect(await redriveDeadLetters(own.bus, `${host.name}-on`)).toBe(0);
    expect(await lettersOf(other.name)).toHaveLength(1);
    for (const each of served) await each.close();
  });
}
