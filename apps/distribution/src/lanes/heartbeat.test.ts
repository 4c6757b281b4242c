import { createLogger } from '@estate/observability';
import { expect, it } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';

it('a worker that stood still between taking its lease and its first beat does not hold it', () => {
  const takenAt = new Date('2026-11-01T08:00:00.000Z');
  const heart = startHeartbeat({
    extend: () => Promise.resolve(true),
    leaseMs: 30_000,
    until: new Date(takenAt.getTime() + 30_000),
    clock: () => new Date(takenAt.getTime() + 40_000),
    log: createLogger({ service: 'distribution', level: 'silent' }),
  });
  expect(heart.isHeld()).toBe(false);
  heart.stop();
});

it('a worker that stood still past its lease knows so at once, before its next beat', () => {
  const time = { now: new Date('2026-11-01T08:00:00.000Z') };
  const heart = startHeartbeat({
    extend: () => Promise.resolve(true),
    leaseMs: 30_000,
    until: new Date(time.now.getTime() + 30_000),
    clock: () => time.now,
    log: createLogger({ service: 'distribution', level: 'silent' }),
  });
  expect(heart.isHeld()).toBe(true);
  expect(heart.lost.aborted).toBe(false);
  time.now = new Date(time.now.getTime() + 30_000);
  expect(heart.isHeld()).toBe(false);
  expect(heart.lost.aborted).toBe(true);
  heart.stop();
});
