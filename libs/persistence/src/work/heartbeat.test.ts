import { describe, expect, it } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';
import type { HeartbeatOptions } from './heartbeat.ts';

const TAKEN_AT = new Date('2026-11-01T08:00:00.000Z');
const after = (seconds: number) => new Date(TAKEN_AT.getTime() + seconds * 1000);

const started = (changes: Partial<HeartbeatOptions>) =>
  startHeartbeat({
    extend: () => Promise.resolve(true),
    leaseMs: 30_000,
    until: after(30),
    clock: () => TAKEN_AT,
    onMissed: () => undefined,
    ...changes,
  });

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

describe('a heartbeat', () => {
  it('a heartbeat knows that the lease is over when the worker stood still before the first beat', () => {
    const heart = started({ clock: () => after(40) });
    expect(heart.isHeld()).toBe(false);
    heart.stop();
  });

  it('a heartbeat knows that the lease is over before the next beat when the worker stood still past it', () => {
    const time = { now: TAKEN_AT };
    const heart = started({ clock: () => time.now });
    expect(heart.isHeld()).toBe(true);
    expect(heart.lost.aborted).toBe(false);
    time.now = after(30);
    expect(heart.isHeld()).toBe(false);
    expect(heart.lost.aborted).toBe(true);
    heart.stop();
  });

  it('a heartbeat ends the work when the lease is lost, and not when the store is unavailable for a moment', async () => {
    const answers = [() => Promise.reject(new Error('unavailable')), () => Promise.resolve(true)];
    let asked = 0;
    const missed: unknown[] = [];
    const extend = () => {
      asked += 1;
      return answers.shift()?.() ?? Promise.resolve(false);
    };
    const heart = started({ extend, leaseMs: 3, until: after(30), onMissed: (error) => missed.push(error) });
    expect(await aborted(heart.lost)).toBe('aborted');
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(missed).toEqual([new Error('unavailable')]);
    heart.stop();
  });

  it('a heartbeat ends the work when the store stays unavailable until another process may hold the lease', async () => {
    const time = { now: TAKEN_AT };
    const heart = started({ extend: () => Promise.reject(new Error('unavailable')), clock: () => time.now });
    await heart.beat();
    expect(heart.lost.aborted).toBe(false);
    time.now = after(20);
    await heart.beat();
    expect(heart.lost.aborted).toBe(true);
    heart.stop();
  });
});
