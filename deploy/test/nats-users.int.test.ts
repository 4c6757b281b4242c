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

/** More than a broker remembers of dynamic permissions before it goes through all of them. */
const ASKS = 5000;

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

  it.each(told)(
    '%s can be published by %s and by the operator, who redrives it, and by no other user',
    async (subject, owner) => {
      const { stream } = await of(owner).jetstream().publish(subject, '{}');
      for (const user of USERS.filter((one) => one !== owner && one !== OPERATOR)) {
        const refusals = await refusalsOf(user, (connection) => connection.publish(subject, '{}'));
        expect([user, ...refusals]).toEqual([user, `publish ${subject}`]);
      }
      const manager = await of(OPERATOR).jetstreamManager({ checkAPI: false });
      const { state } = await manager.streams.info(stream, { subjects_filter: subject });
      expect(state.subjects).toEqual({ [subject]: 1 });
    },
  );

  it('only the owner of an operation can receive and answer its asks', async () => {
    for (const [subject, owner] of asked) {
      for (const user of USERS.filter((one) => one !== owner)) {
        const refusals = await refusalsOf(user, (connection) => connection.subscribe(subject));
        expect([user, ...refusals]).toEqual([user, `subscription ${subject}`]);
        const alone = `${subject}.replica-1`;
        const others = await refusalsOf(user, (connection) => connection.subscribe(alone));
        expect([user, ...others]).toEqual([user, `subscription ${alone}`]);
      }
    }
  });

  it('a replica of the owner can be asked alone by the services that ask the owner, and by no other user', async () => {
    for (const [subject, owner] of asked) {
      const alone = `${subject}.replica-1`;
      expect(await refusalsOf(owner, (connection) => connection.subscribe(alone))).toEqual([]);
      for (const user of USERS) {
        const mayAsk = manifests.some(
          ({ name, asks }) => name === user && asks.some((one) => one.subject === subject),
        );
        const refusals = await refusalsOf(user, (connection) => connection.publish(alone, '{}'));
        expect([user, ...refusals]).toEqual(mayAsk ? [user] : [user, `publish ${alone}`]);
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

  it('services can reply to the users that ask them, and to no other user', async () => {
    for (const manifest of manifests) {
      const { name } = manifest;
      const own = new Set(manifest.answers.map(({ subject }) => subject));
      const asks = ({ asks: asked }: (typeof manifests)[number]) => asked.some((one) => own.has(one.subject));
      const askers = [...manifests.filter(asks).map((one) => one.name), OPERATOR];
      for (const user of USERS) {
        const inbox = `_INBOX.${user}.x`;
        const refusals = await refusalsOf(name, (it) => it.publish(inbox, '{}'));
        expect([name, ...refusals]).toEqual([name, ...(askers.includes(user) ? [] : [`publish ${inbox}`])]);
      }
    }
  });

  it('a broker keeps nothing of a reply: thousands of asks later, an ask has its first reply and its last', async () => {
    const [subject, owner] = asked[0]!;
    const asker = manifests.find(({ asks }) => asks.some((one) => one.subject === subject))!.name;
    const subscription = of(owner).subscribe(subject, {
      callback: (_error, request) => {
        for (const answer of ['sign of life', 'answer']) request.respond(answer);
      },
    });
    await of(owner).flush();
    const inbox = `_INBOX.${asker}.replies`;
    const replies: string[] = [];
    of(asker).subscribe(`${inbox}.*`, { callback: (_error, message) => void replies.push(message.string()) });
    for (let ask = 0; ask < ASKS; ask += 1)
      of(asker).publish(subject, '{}', { reply: `${inbox}.${String(ask)}` });
    await eventually(() => replies.length === 2 * ASKS);
    expect(replies.filter((reply) => reply === 'answer')).toHaveLength(ASKS);
    expect(refused.get(owner)!.filter((one) => one.startsWith(`publish ${inbox}`))).toEqual([]);
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
