import { describe, expect, it } from 'vitest';
import { NOTHING_ERASED, toErasure } from './erasure.ts';
import type { StoredErasure } from './erasure.ts';

const AT = new Date('2026-11-01T08:00:00.000Z');
const RUNNING: StoredErasure = {
  ...{ id: 'erasure-1', accountId: 'account-1', state: 'running', emailHash: 'hash' },
  ...{ requestedAt: AT, nextStepAt: AT, erased: NOTHING_ERASED },
};

describe('the progress of an erasure', () => {
  it.each([
    [{}, 'requests', 'Requests and emails are being erased.'],
    [
      { phase: 'events' },
      'events',
      'Requests and emails are erased. Events, deliveries and messages are being erased.',
    ],
    [
      { phase: 'verifying' },
      'verifying',
      'No data of the person is left. The services search once more at 2026-11-01T08:00:00.000Z, for data that was in transit.',
    ],
    [
      { phase: 'events', isPutOff: true },
      'events',
      'A service did not respond. The erasure continues at 2026-11-01T08:00:00.000Z.',
    ],
    [
      { state: 'finished', phase: 'verifying', finishedAt: AT },
      undefined,
      'All data of the person that the services found is erased.',
    ],
  ] as const)('the progress of an erasure with %o is shown in words', (fields, phase, progress) => {
    const shown = toErasure({ ...RUNNING, ...fields });
    expect(shown.phase).toBe(phase);
    expect(shown.progress).toBe(progress);
  });
});
