import { PropertyChanged, PropertyDeleted } from '@estate/contracts';
import { InvalidInput, Unavailable } from '@estate/errors';
import { expect, it } from 'vitest';
import { eventually } from '@estate/testing';
import { OUTBOX, consume, eraseMessages, driverOf, listDeadLetters, redriveDeadLetters } from './bus.ts';
import type { Transport } from './bus.ts';
import { on } from './handler.ts';
import type { IncomingMessage } from './handler.ts';
import type { OutgoingMessage } from './message.ts';
import { changed, newHost, owned } from './suite-fixtures.ts';

export function failSuite(makeBus: () => Promise<Transport>): void {
  const own = owned(makeBus);
  const lettersOf = async (consumer: string, ...messages: OutgoingMessage[]) =>
    (await listDeadLetters(own.bus, 1000)).filter(
      (letter) => letter.consumer === consumer && messages.some(({ id }) => letter.original.includes(id)),
    );

  it('a failing message becomes a dead letter after five attempts and does not block others', async () => {
    const host = newHost();
    const attempts: number[] = [];
    const fine: number[] = [];
    await own.keep(
      consume(own.bus, host, {
        fragile: on(PropertyChanged, async ({ attempt, data }) => {
          if (data.revision !== 666) return void fine.push(data.revision);
          attempts.push(attempt);
          throw new Error('cannot');
        }),
      }),
    );
    const sent = changed(666);
    await own.bus.publish(sent);
    await own.bus.publish(changed(41));
    const [letter] = await eventually(async () => {
      const letters = await lettersOf(`${host.name}-fragile`, sent);
      return letters.length === 1 && letters;
    });
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(letter).toMatchObject({ subject: PropertyChanged.subject, reason: 'cannot', attempts: 5 });
    expect(JSON.parse(letter?.original ?? '')).toMatchObject({ data: { revision: 666 } });
    await eventually(() => fine.includes(41));
  });

  it('a message that can never succeed becomes a dead letter at once', async () => {
    const host = newHost();
    let runs = 0;
    await own.keep(
      consume(own.bus, host, {
        picky: on(PropertyDeleted, async () => {
          runs += 1;
          throw new InvalidInput('never');
        }),
      }),
    );
    const refused = { ...changed(1), subject: PropertyDeleted.subject };
    const poison = { ...changed(1), subject: PropertyDeleted.subject, data: { propertyId: 5 } };
    await own.bus.publish(refused);
    await own.bus.publish(poison);
    await eventually(async () => (await lettersOf(`${host.name}-picky`, refused, poison)).length === 2);
    expect(runs).toBe(1);
  });

  it('a message is retried as long as a dependency is unavailable, without a dead letter', async () => {
    const host = newHost();
    let runs = 0;
    let handled = 0;
    await own.keep(
      consume(own.bus, host, {
        patient: on(PropertyChanged, async ({ data }) => {
          if (data.revision !== 668) return;
          runs += 1;
          if (runs <= 8) throw new Unavailable('away');
          handled += 1;
        }),
      }),
    );
    const sent = changed(668);
    await own.bus.publish(sent);
    await eventually(() => handled === 1);
    expect(await lettersOf(`${host.name}-patient`, sent)).toEqual([]);
  });

  it('redriven dead letters return to their own consumer only', async () => {
    const [host, bystander] = [newHost(), newHost()];
    let broken = true;
    const seen: string[] = [];
    const others: string[] = [];
    const handle = async ({ id, data }: IncomingMessage<typeof PropertyChanged>) => {
      if (data.revision !== 669) return;
      if (broken) throw new InvalidInput('broken');
      seen.push(id);
    };
    await own.keep(consume(own.bus, host, { redriven: on(PropertyChanged, handle) }));
    await own.keep(
      consume(own.bus, bystander, { redriven: on(PropertyChanged, async ({ id }) => void others.push(id)) }),
    );
    const sent = changed(669);
    await own.bus.publish(sent);
    const consumer = `${host.name}-redriven`;
    await eventually(async () => (await lettersOf(consumer, sent)).length === 1);
    broken = false;
    expect(await redriveDeadLetters(own.bus, consumer)).toBe(1);
    await eventually(() => seen.includes(sent.id));
    expect(await lettersOf(consumer, sent)).toEqual([]);
    expect(await redriveDeadLetters(own.bus, consumer)).toBe(0);
    expect(others.filter((id) => id === sent.id)).toHaveLength(1);
  });

  it('a message that its service refuses becomes a dead letter of the outbox and is published when it is redriven', async () => {
    const host = newHost();
    const seen: string[] = [];
    await own.keep(
      consume(own.bus, host, { some: on(PropertyChanged, async ({ id }) => void seen.push(id)) }),
    );
    const [refused, unstorable] = [changed(671), { ...changed(672), subject: 'thing.of-nobody' }];
    const outbox = `${OUTBOX}${host.name}`;
    for (const message of [refused, unstorable])
      await driverOf(own.bus).bury({ service: host.name, message, reason: 'undeclared' });
    const letters = await lettersOf(outbox, refused, unstorable);
    expect(letters).toMatchObject([
      { subject: PropertyChanged.subject, reason: 'undeclared', attempts: 1 },
      { subject: 'thing.of-nobody', reason: 'undeclared', attempts: 1 },
    ]);
    expect(await redriveDeadLetters(own.bus, outbox)).toBe(1);
    await eventually(() => seen.includes(refused.id));
    expect(await lettersOf(outbox, refused, unstorable)).toHaveLength(1);
  });

  it('a refused message is erased together with the messages of any consumer', async () => {
    const host = newHost();
    const refused = changed(673);
    await driverOf(own.bus).bury({ service: host.name, message: refused, reason: 'undeclared' });
    const consumer = { consumer: `${host.name}-some`, filter: PropertyDeleted.subject };
    expect(await eraseMessages(own.bus, consumer, ({ id }) => id === refused.id)).toHaveLength(1);
    expect(await lettersOf(`${OUTBOX}${host.name}`, refused)).toEqual([]);
  });

  it('a message is returned to the broker at a shutdown and counts as no failure', async () => {
    const host = newHost();
    let started = false;
    const closing = await consume(own.bus, host, {
      slow: on(PropertyChanged, async ({ data }, { signal }) => {
        if (data.revision !== 670) return;
        started = true;
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      }),
    });
    const sent = changed(670);
    await own.bus.publish(sent);
    await eventually(() => started);
    await closing.close();
    const seen: string[] = [];
    await own.keep(
      consume(own.bus, host, { slow: on(PropertyChanged, async ({ id }) => void seen.push(id)) }),
    );
    await eventually(() => seen.includes(sent.id));
    expect(await lettersOf(`${host.name}-slow`, sent)).toEqual([]);
  });
}
