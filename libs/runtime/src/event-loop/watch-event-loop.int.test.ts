import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCKED_EXIT_CODE } from './watched.ts';

const SERVICE = fileURLToPath(new URL('./blocked-service.fixture.ts', import.meta.url));
const LIMIT_MS = 1000;
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'event-loop-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A service that blocks its event loop, until it ends. */
async function service(way: string, limitMs = LIMIT_MS) {
  const child = spawn(process.execPath, [SERVICE, way, String(limitMs)], {
    env: { TMPDIR: directory, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, err, line: (msg: string) => lines.find((line) => line['msg'] === msg) };
}

describe('a service that blocks its event loop', () => {
  it.each([
    ['in a loop', 'turnForever'],
    ['in promises', 'settleForever'],
    ['in a call', 'waitForever'],
  ])('a service that blocks its event loop %s says where, and ends itself', async (way, name) => {
    const { code, line } = await service(way);
    expect(code).toBe(BLOCKED_EXIT_CODE);
    const { stack, ...about } = line('event-loop.blocked') ?? {};
    expect(about).toMatchObject({ level: 'fatal', service: 'blocked', limitMs: LIMIT_MS });
    expect((stack as string[])[0]).toMatch(
      new RegExp(`${name} \\(file://.*blocked-service\\.fixture\\.ts:\\d+:\\d+\\)`),
    );
  });

  it('a service that blocks its event loop is counted in the metrics of the process that follows', async () => {
    expect((await service('in a loop')).line('metrics')?.['metrics']).toContain(
      'event_loop_ends_total{service="blocked"} 0',
    );
    expect((await service('in a loop')).line('metrics')?.['metrics']).toContain(
      'event_loop_ends_total{service="blocked"} 1',
    );
  });

  it('a service with much to do, in portions, is not taken for one that blocks its event loop', async () => {
    const { code, line } = await service('never');
    expect({ code, blocked: line('event-loop.blocked') }).toEqual({ code: 0, blocked: undefined });
  });

  it('a service that nobody watches does as before', async () => {
    const { code, line } = await service('never', 0);
    expect({ code, blocked: line('event-loop.blocked') }).toEqual({ code: 0, blocked: undefined });
  });
});
