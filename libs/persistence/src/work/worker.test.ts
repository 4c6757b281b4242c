import { eventually } from '@estate/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Worker } from './worker.ts';
import type { WorkerOptions } from './worker.ts';

const HOUR_MS = 3_600_000;
const workers: Worker[] = [];
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

function started(options: Partial<WorkerOptions> & Pick<WorkerOptions, 'run'>): Worker {
  const worker = new Worker({ name: 'test', sweepEveryMs: HOUR_MS, log, ...options });
  workers.push(worker);
  worker.start();
  return worker;
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  vi.useRealTimers();
});

describe('a worker', () => {
  it('a worker runs until there is no more to do', async () => {
    let left = 3;
    started({ run: async () => --left > 0 });
    await eventually(() => expect(left).toBe(0));
  });

  it('a worker runs again when it was woken while it ran', async () => {
    const first = gate();
    let runs = 0;
    const worker = started({
      run: async () => {
        runs += 1;
        if (runs === 1) await first.opened;
        return false;
      },
    });
    worker.wake();
    worker.wake();
    expect(runs).toBe(1);
    first.open();
    await eventually(() => expect(runs).toBe(2));
  });

  it('a worker loses no wake-up that comes in the very turn in which it ends', async () => {
    let runs = 0;
    const worker = started({
      run: async () => {
        runs += 1;
        return false;
      },
    });
    for (let turn = 0; turn < 12; turn += 1) {
      const before = runs;
      worker.wake();
      for (let wait = 0; wait < turn; wait += 1) await Promise.resolve();
      await eventually(() => expect(runs).toBeGreaterThan(before));
    }
  });

  it('a worker sweeps without being woken', async () => {
    let runs = 0;
    started({ sweepEveryMs: 5, run: async () => ++runs < 0 });
    await eventually(() => expect(runs).toBeGreaterThan(3));
  });

  it('a worker takes as many pieces of work at once as it may, on one wake-up', async () => {
    const all = gate();
    let busy = 0;
    let most = 0;
    started({
      concurrency: 4,
      run: async () => {
        most = Math.max(most, ++busy);
        await all.opened;
        busy -= 1;
        return false;
      },
    });
    await eventually(() => expect(busy).toBe(4));
    all.open();
    await eventually(() => expect(busy).toBe(0));
    expect(most).toBe(4);
  });

  it('a worker logs an error, waits longer after each and goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    let runs = 0;
    started({
      run: async () => {
        runs += 1;
        if (runs < 4) throw new Error('broken');
        return false;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBe(4);
    expect(log.error.mock.calls.map(([fields]) => (fields as { waitMs: number }).waitMs)).toEqual([
      250, 500, 1000,
    ]);
  });

  it('a worker aborts what runs when it is closed, waits for it and starts nothing more', async () => {
    let ended = false;
    let runs = 0;
    const worker = started({
      run: async (signal) => {
        runs += 1;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        ended = true;
        return true;
      },
    });
    await worker.close();
    expect(ended).toBe(true);
    worker.wake();
    expect(runs).toBe(1);
  });
});
