import { PropertyChanged } from '@estate/contracts';
import { createLogger, createMetrics } from '@estate/observability';
import { afterAll, beforeAll } from 'vitest';
import type { Transport, Closable, Host } from './bus.ts';
import { message } from './message.ts';

export const ACCOUNT = 'd1a2b3c4e5f6g7h8i9j0';
export const caller = { accountId: ACCOUNT, requestId: 'req-suite-0001' };
export const log = createLogger({ service: 'suite', level: 'silent' });
export const metrics = createMetrics('suite');

let count = 0;
export const nextId = () => (count += 1).toString(32).padStart(20, '0');

/** A host with a unique name, so that no test shares consumers with another. */
export const newHost = (more: Partial<Host> = {}): Host => ({
  name: `suite${nextId().slice(-4)}`,
  log,
  metrics,
  ...more,
});

export const changed = (revision: number, id = nextId()) =>
  message(
    PropertyChanged,
    { propertyId: id, revision, processingStatus: 'successful' },
    { id, accountId: ACCOUNT, requestId: 'req-suite-0001', at: new Date() },
  );

/** A bus for a group of tests; kept resources are closed with it. */
export function owned(makeBus: () => Promise<Transport>) {
  const open: Closable[] = [];
  const state = {
    bus: undefined as unknown as Transport,
    keep: async <T extends Closable>(made: Promise<T>) => {
      const kept = await made;
      open.push(kept);
      return kept;
    },
  };
  beforeAll(async () => {
    state.bus = await makeBus();
  });
  afterAll(async () => {
    for (const closable of open.reverse()) await closable.close();
    await state.bus.close();
  });
  return state;
}
