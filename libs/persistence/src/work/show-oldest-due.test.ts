import { createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import { showOldestDue } from './show-oldest-due.ts';

const NOW = new Date('2026-11-01T08:00:00.000Z');

describe('the age of due work', () => {
  const shown = async (oldestDueAt: (now: Date) => Promise<Date | undefined>) => {
    const metrics = createMetrics('test');
    showOldestDue(metrics, { worker: 'mails', clock: () => NOW, queue: { oldestDueAt } });
    const lines = (await metrics.registry.metrics()).split('\n');
    return lines.filter((line) => line.startsWith('work_oldest_due_seconds'));
  };

  it('the age of due work is the time since the most overdue row became due', async () => {
    expect(await shown((now) => Promise.resolve(new Date(now.getTime() - 90_000)))).toEqual([
      'work_oldest_due_seconds{worker="mails",service="test"} 90',
    ]);
  });

  it('the age of due work is 0 when nothing is due', async () => {
    expect(await shown(() => Promise.resolve(undefined))).toEqual([
      'work_oldest_due_seconds{worker="mails",service="test"} 0',
    ]);
  });

  it('the age of due work is not shown while the database is unavailable', async () => {
    expect(await shown(() => Promise.reject(new Error('away')))).toEqual([]);
  });
});
