import { PropertyChanged } from '@estate/contracts';
import type { BusManifest } from '@estate/contracts';
import { OPERATOR, consumersOf, manifests } from '@estate/manifests';
import {
  OUTBOX,
  connectBus,
  eraseMessages,
  listDeadLetters,
  message,
  redriveDeadLetters,
} from '@estate/messaging';
import type { OutgoingMessage } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { hasNatsServer, startGuardedBroker } from '@estate/testing';
import type { GuardedBroker } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const log = createLogger({ service: 'refused-messages', level: 'silent' });
const NOTHING = { name: OPERATOR, answers: [], asks: [], tells: [], handles: {} } as const;

let made = 0;
function changed(): OutgoingMessage {
  made += 1;
  const id = String(made).padStart(20, '0');
  const data = { propertyId: id, revision: 1, processingStatus: 'successful' as const };
  return message(PropertyChanged, data, { id, accountId: id, requestId: 'req-test', at: new Date() });
}

describe.skipIf(!hasNatsServer())('a message that its service refuses, under the users of the broker', () => {
  let broker: GuardedBroker;
  beforeAll(async () => {
    broker = await startGuardedBroker();
  });
  afterAll(() => broker.stop());

  async function withBus<T>(
    manifest: BusManifest,
    work: (bus: Awaited<ReturnType<typeof connectBus>>) => Promise<T>,
  ): Promise<T> {
    const { name } = manifest;
    const bus = await connectBus({ url: broker.urlOf(name), manifest, log, metrics: createMetrics(name) });
    try {
      return await work(bus);
    } finally {
      await bus.close();
    }
  }

  it.each(manifests)(
    'a message that $name refuses is a dead letter that the operator redrives',
    async (manifest) => {
      const refused = changed();
      await withBus(manifest, (bus) => bus.bury(refused, 'undeclared'));
      const consumer = `${OUTBOX}${manifest.name}`;
      await withBus(NOTHING, async (operator) => {
        const letters = await listDeadLetters(operator, 100);
        expect(letters.filter((letter) => letter.consumer === consumer)).toMatchObject([
          { reason: 'undeclared' },
        ]);
        expect(await redriveDeadLetters(operator, consumer)).toBe(1);
        expect(await listDeadLetters(operator, 100)).toEqual([]);
      });
    },
  );

  it.each(manifests.filter(({ erases = [] }) => erases.length > 0))(
    '$name erases messages that other services refused',
    async (manifest) => {
      const other = manifests.find(({ name }) => name !== manifest.name)!;
      const refused = changed();
      await withBus(other, (bus) => bus.bury(refused, 'undeclared'));
      const { name: consumer, filter } = consumersOf(manifest).find(({ name }) =>
        manifest.erases!.some((key) => name === `${manifest.name}-${key}`),
      )!;
      await withBus(manifest, async (bus) => {
        const erased = await eraseMessages(bus, { consumer, filter }, ({ id }) => id === refused.id);
        expect(erased).toHaveLength(1);
      });
      expect(await withBus(NOTHING, (operator) => listDeadLetters(operator, 100))).toEqual([]);
    },
  );
});
