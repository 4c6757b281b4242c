import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ClientCall, ClientCalls } from '../../src/reference/samples/client-call.ts';
import { sampleCallOf } from '../../src/reference/samples/sample-call.ts';
import type { SampleCall } from '../../src/reference/samples/sample-call.ts';
import { calledOperations } from './sample-calls.ts';
import { typescriptCalls } from './typescript-calls.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const FILE = fileAt('../../reference/client-calls.json');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The calls of operations that a client library has: those of an account. */
const calls = calledOperations()
  .filter(({ credential }) => credential === 'API key')
  .map(sampleCallOf);

function pythonCalls(given: readonly SampleCall[]): Record<string, ClientCall> {
  const { status, stdout, stderr } = spawnSync('python3', [fileAt('python_calls.py')], {
    input: JSON.stringify(given),
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: fileAt('../../../../clients/python'), PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, ClientCall>;
}

describe('the calls of the client libraries in the reference', () => {
  it('Python is there in CI', () => {
    if (process.env['CI'] === 'true') expect(hasPython).toBe(true);
  });

  it.skipIf(!hasPython)(
    'every operation of an account is called by a function of both client libraries; UPDATE_SNAPSHOTS=true writes reference/client-calls.json',
    async () => {
      const [typescript, python] = [await typescriptCalls(calls), pythonCalls(calls)];
      const missing = calls.filter(({ operationId: id }) => !typescript.has(id) || !python[id]);
      expect(missing.map(({ operationId }) => operationId)).toEqual([]);
      const now = Object.fromEntries(
        calls.map(({ operationId: id }) => [id, { typescript: typescript.get(id)!, python: python[id]! }]),
      ) satisfies ClientCalls;
      const lines = Object.entries(now).map(([id, one]) => `  ${JSON.stringify(id)}: ${JSON.stringify(one)}`);
      const text = `{\n${lines.join(',\n')}\n}\n`;
      if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(FILE, text);
      expect(existsSync(FILE) && readFileSync(FILE, 'utf8')).toBe(text);
    },
  );
});
