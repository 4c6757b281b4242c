import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAINTENANCE, OPERATOR, manifests, serviceNames } from '@estate/manifests';
import { BROKER_USERS as USERS, eventually, hasNatsServer, startGuardedBroker } from '@estate/testing';
import type { GuardedBroker } from '@estate/testing';

/** Each fact and event with the service that tells it. */
const told = manifests.flatMap(({ name, tells }) =>
  tells.filter(({ kind }) => kind !== 'wake').map(({ subject }) => [subject, name] as const),
);
/** Each operation with the service that answers it. */
const asked = manifests.flatMap(({ name, answers }) =>
  answers.map(({ subject }) => [subject, name] as const),
);

describe.skipIf(!hasNatsServer())('a broker with a user for every service', () => {
  let broker: GuardedBroker;
  const connections = new Map<string, NatsConnection>();
  const refused = new Map<string, string[]>();

  beforeAll(async () => {
    broker = await startGuardedBroker({ mayRefuse: true });
    for (const user of USERS) {
      const url = new URL(broker.urlOf(user));
      const connection = await connect({
        servers: url.host,
        user,
        pass: url.password,
        inboxPrefix: `_INBOX.${user}`,
      });
      connections.set(user, connection);
      refused.set(user, []);
      void watch(connection, refused.get(user)!);
    }
    const manager = await of('catalog').jetstreamManager({ checkAPI: false });
    for (const [name, subjects] of [
      ['FACTS', 'fact.>'],
      ['EVENTS', 'event.>'],
      ['WAKE', 'wake.>'],
    ] as const) {
      await manager.streams.add({ name, subjects: [subjects] });
    }
  });
  afterAll(async () => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
    await broker.stop();
  });

  const of = (user: string) => connections.get(user)!;

  /** What the broker said to a user about what it did. */
  async function refusalsOf(user: string, act: (connection: NatsConnection) => void): Promise<string[]> {
    const seen = refused.get(user)!;
    seen.length = 0;
    act(of(user));
    await of(user).flush();
    // What the broker has said by now is handed over in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    return [...seen];
  }

  it('the broker rejects users without a password or with a wrong one', async () => {
    const { host } = new URL(broker.urlOf('catalog'));
    const { password } = new URL(broker.urlOf('catalog'));
    const once = { servers: host, reconnect: false };
    await expect(connect(once)).rejects.toThrow(/authorization/i);
    await expect(connect({ ...once, user: 'notifier', pass: password })).rejects.toThrow(/authorization/i);
  });

  it.each(told)('%s can be published by %s and by no other user', async (subject, owner) => {
    const { stream } = await of(owner).jetstream().publish(subject, '{}');
    for (const user of USERS.filter((one) => one !== owner)) {
      const refusals = await refusalsOf(user, (connection) => connection.publish(subject, '{}'));
      expect([user, ...refusals]).toEqual([user, `publish ${subject}`]);
    }
    const manager = await of(OPERATOR).jetstreamManager({ checkAPI: false });
    const { state } = await manager.streams.info(stream, { subjects_filter: subject });
    expect(state.subjects).toEqual({ [subject]: 1 });
  });

  it('only the owner of an operation can receive and answer its asks', async () => {
    for (const [subject, owner] of asked) {
      for (const user of USERS.filter((one) => one !== owner)) {
        const refusals = await refusalsOf(user, (connection) => connection.subscribe(subject));
        expect([user, ...refusals]).toEqual([user, `subscription ${subject}`]);
      }
    }
  });

  it('no user of the broker can subscribe to all subjects, stored messages or replies to others', async () => {
    for (const user of USERS) {
      for (const subject of ['>', 'ask.>', 'fact.>', 'event.>', '_INBOX.>', '$JS.>']) {
        const refusals = await refusalsOf(user, (connection) => connection.subscribe(subject));
        expect([user, ...refusals]).toEqual([user, `subscription ${subject}`]);
      }
    }
    const refusals = await refusalsOf('catalog', (it) => it.subscribe('_INBOX.notifier.*'));
    expect(refusals).toEqual(['subscription _INBOX.notifier.*']);
  });

  it('no user of the broker can empty or remove a stream or use a consumer of another service, and only maintenance can change a stream', async () => {
    const forbidden = [
      '$JS.API.STREAM.PURGE.FACTS',
      '$JS.API.STREAM.DELETE.FACTS',
      '$JS.API.STREAM.CREATE.OTHERS',
      '$JS.API.CONSUMER.CREATE.FACTS.mine',
      '$JS.API.CONSUMER.CREATE.FACTS.mine.fact.catalog.contact.changed.v1',
      '$JS.API.CONSUMER.DURABLE.CREATE.FACTS.mine',
      '$JS.API.CONSUMER.DELETE.FACTS.catalog-on-contact-changed',
    ];
    const update = '$JS.API.STREAM.UPDATE.FACTS';
    for (const user of USERS) {
      for (const subject of user === MAINTENANCE ? forbidden : [update, ...forbidden]) {
        const refusals = await refusalsOf(user, (connection) => connection.publish(subject, '{}'));
        expect([user, ...refusals]).toEqual([user, `publish ${subject}`]);
      }
    }
    const foreign = '$JS.API.CONSUMER.MSG.NEXT.FACTS.catalog-on-contact-changed';
    const refusals = await refusalsOf('notifier', (connection) => connection.publish(foreign, '{}'));
    expect(refusals).toEqual([`publish ${foreign}`]);
    expect((await broker.refusals()).join()).toContain(foreign);
  });

  it('the owner of an operation can reply three times to an ask, and only to the service that asks', async () => {
    const [subject, owner] = asked[0]!;
    const asker = manifests.find(({ asks }) => asks.some((one) => one.subject === subject))!.name;
    const subscription = of(owner).subscribe(subject, {
      callback: (_error, request) => {
        for (const answer of ['sign of life', 'answer', 'failure', 'one too many']) request.respond(answer);
      },
    });
    await of(owner).flush();
    const reply = await of(asker).request(subject, '{}', { timeout: 5000 });
    expect(reply.string()).toBe('sign of life');
    const repliesRefused = () => refused.get(owner)!.filter((one) => one.startsWith('publish _INBOX.'));
    await eventually(() => repliesRefused().length > 0);
    expect(repliesRefused()).toHaveLength(1);
    const uninvited = await refusalsOf(owner, (it) => it.publish(`_INBOX.${asker}.x`, '{}'));
    expect(uninvited).toEqual([`publish _INBOX.${asker}.x`]);
    subscription.unsubscribe();
  });

  it('the tools of the broker show every service', async () => {
    for (const service of serviceNames) {
      expect(await refusalsOf(service, (it) => it.subscribe('$SRV.PING'))).toEqual([]);
      expect(await refusalsOf(service, (it) => it.subscribe(`$SRV.INFO.${service}.abc`))).toEqual([]);
    }
    expect(await refusalsOf(OPERATOR, (it) => it.publish('$SRV.PING'))).toEqual([]);
  });
});

async function watch(connection: NatsConnection, seen: string[]): Promise<void> {
  for await (const { permissionContext: denied } of connection.status()) {
    if (denied) seen.push(`${denied.operation} ${denied.subject}`);
  }
}
