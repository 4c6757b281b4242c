import { connectBus, inspectBroker } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { CommandError, UsageError } from './errors.ts';
import type { Settings } from './settings.ts';

/** A manifest without messages: the tool only handles dead letters. */
const NOTHING = { name: 'rek', answers: [], asks: [], tells: [], handles: {} } as const;

/** Runs work with a connection to the broker, and closes it. @throws CommandError if the broker does not answer: it is not waited for */
export async function withBus<T>({ natsUrl: url }: Settings, work: (bus: Bus) => Promise<T>): Promise<T> {
  if (url === undefined)
    throw new UsageError('Set NATS_URL to the URL of the broker, for example nats://nats:4222.');
  await inspectBroker(url).catch((error: unknown) => {
    const at = url.replace(/\/\/[^@/]*@/, '//');
    throw new CommandError(
      `The broker does not respond at ${at}. Check NATS_URL, its user and its password.`,
      {
        cause: error,
      },
    );
  });
  const log = createLogger({ service: 'rek', level: 'silent' });
  const bus = await connectBus({ url, manifest: NOTHING, log, metrics: createMetrics('rek') });
  try {
    return await work(bus);
  } finally {
    await bus.close();
  }
}
