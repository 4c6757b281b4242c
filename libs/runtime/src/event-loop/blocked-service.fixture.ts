import { createServer } from 'node:http';
import { run } from '../run.ts';

/** The ways in which the service blocks. */
const WAYS: Readonly<Record<string, () => unknown>> = {
  'in a loop': function turnForever() {
    for (;;);
  },
  'in promises': async function settleForever() {
    for (;;) await Promise.resolve();
  },
  'in a call': function waitForever() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  /** Much work, in portions: not blocked. */
  never: function workAndEnd() {
    const until = performance.now() + 3000;
    const portion = () => {
      const portionEnds = performance.now() + 100;
      while (performance.now() < portionEnds);
      if (performance.now() < until) setImmediate(portion);
      else process.kill(process.pid, 'SIGTERM');
    };
    portion();
  },
};

const [, , way = '', limitMs = ''] = process.argv;
const config = {
  ...{ LOG_LEVEL: 'info', INTERNAL_PORT: 0, SHUTDOWN_GRACE_MS: 1000, EVENT_LOOP_LIMIT_MS: Number(limitMs) },
  ...({ OTEL_TRACES_SAMPLER: 'always_off', OTEL_TRACES_SAMPLER_ARG: 0 } as const),
};
await run('blocked', config, async ({ metrics, log }) => {
  // Keeps the process alive, as connections do.
  createServer().listen(0, '127.0.0.1');
  log.info({ metrics: await metrics.registry.metrics() }, 'metrics');
  setTimeout(() => WAYS[way]?.(), 10);
});
