import { defineMetrics } from '@estate/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

const { age_seconds: AGE, things_total: THINGS } = defineMetrics({
  age_seconds: { type: 'gauge', help: 'Age.', labels: ['consumer'] },
  things_total: { type: 'counter', help: 'Things.' },
});

describe('metrics', () => {
  it('metrics are the same when they are asked for twice', () => {
    const metrics = createMetrics('test');
    expect(metrics.counter(THINGS)).toBe(metrics.counter(THINGS));
  });

  it('metrics that are not declared are refused by the compiler', () => {
    const metrics = createMetrics('test');
    // @ts-expect-error -- only defineMetrics makes a definition
    metrics.counter({ name: 'odd_total', type: 'counter', help: 'Odd.', labels: [], buckets: 'seconds' });
    // @ts-expect-error -- a gauge is no counter
    metrics.counter(AGE);
  });

  it('metrics carry the name of the service', async () => {
    const { registry } = createMetrics('catalog');
    expect(await registry.metrics()).toContain('process_start_time_seconds{service="catalog"}');
  });
});

describe('a measured gauge', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const shown = async (metrics: ReturnType<typeof createMetrics>) =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('age_seconds'));

  it('a measured gauge is measured anew whenever somebody looks', async () => {
    const metrics = createMetrics('test');
    let age = 1;
    metrics.measured(AGE, () => [{ labels: { consumer: 'a' }, value: (age *= 2) }]);
    expect(await shown(metrics)).toEqual(['age_seconds{consumer="a",service="test"} 2']);
    expect(await shown(metrics)).toEqual(['age_seconds{consumer="a",service="test"} 4']);
  });

  it('a measured gauge that cannot be measured shows nothing, and other metrics are shown', async () => {
    const metrics = createMetrics('test');
    let away = false;
    metrics.measured(AGE, async () => {
      await Promise.resolve();
      if (away) throw new Error('away');
      return [{ labels: { consumer: 'a' }, value: 1 }];
    });
    metrics.measured(AGE, () => [{ labels: { consumer: 'b' }, value: 2 }]);
    expect(await shown(metrics)).toHaveLength(2);
    away = true;
    expect(await shown(metrics)).toEqual(['age_seconds{consumer="b",service="test"} 2']);
  });

  it('a measured gauge does not wait for ever for what measures it', async () => {
    const metrics = createMetrics('test');
    metrics.measured(AGE, () => new Promise(() => undefined));
    vi.useFakeTimers();
    const lines = shown(metrics);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await lines).toEqual([]);
  });

  it('a measured gauge shows nothing of a measure that was stopped', async () => {
    const metrics = createMetrics('test');
    const stop = metrics.measured(AGE, () => [{ labels: { consumer: 'a' }, value: 1 }]);
    stop();
    expect(await shown(metrics)).toEqual([]);
  });
});
