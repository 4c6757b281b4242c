import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesOf } from '../../src/reference/samples/index.ts';
import type { Language } from '../../src/reference/samples/index.ts';
import type { ClientCalls } from '../../src/reference/samples/client-call.ts';
import { queryText } from '../../src/reference/samples/query-text.ts';
import { sampleCallOf } from '../../src/reference/samples/sample-call.ts';
import { OPERATOR_TOKEN, startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import type { RecordedCall, RecordingProxy } from './recording-proxy.ts';
import { calledOperations } from './sample-calls.ts';
import { zipOf } from './zip-of.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const clientCalls = JSON.parse(
  readFileSync(new URL('../../reference/client-calls.json', import.meta.url), 'utf8'),
) as ClientCalls;
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const [hasCurl, hasPython, hasPhp] = [has('curl'), has('python3'), has('php')];

const operations = calledOperations();

/** The file that samples send. */
const PACKAGE = zipOf('openimmo.xml', '<openimmo/>');

/** What the samples must have sent, in their order. */
const expected: RecordedCall[] = operations.map((operation) => {
  const { method, path, query, body, upload } = sampleCallOf(operation);
  const [success = ''] = operation.responses.find(([status]) => status.startsWith('2')) ?? [];
  return {
    operation: `${method} ${path}${queryText(query)}`,
    ...(body !== undefined && { body }),
    ...(upload && { upload: PACKAGE.toString('base64') }),
    status: Number(success),
  };
});

/** Samples without a client send an Idempotency-Key with every POST. */
const expectedWithKeys = expected.map((call) => ({
  ...call,
  ...(call.operation.startsWith('POST ') && { hasIdempotencyKey: true }),
}));

/** The clients decide themselves which calls need one. */
const withoutKeys = (calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.map(({ hasIdempotencyKey: _, ...call }) => call);

let folder: string;
let gateway: BareGateway;
let proxy: RecordingProxy;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'estate-samples-'));
  const id = 'd1a2b3c4e5f6g7h8i9j0';
  const key = { id, accountId: id, name: 'x', hash: 'h', scopes: ['read', 'write'], createdAt: new Date() };
  const keyRing = { find: () => Promise.resolve(key) };
  gateway = await startBareGateway({ guard: { keyRing } as never });
  proxy = await startRecordingProxy(gateway.port);
});
afterAll(async () => {
  await proxy.close();
  await gateway.close();
  rmSync(folder, { recursive: true });
});

/** A folder with a file for each sample of a language, in their order, and the files that samples send. */
function filesOf(language: Language, extension: string): string {
  const directory = join(folder, language);
  mkdirSync(directory);
  operations.forEach((operation, index) => {
    const name = `${String(index).padStart(3, '0')}-${operation.id}.${extension}`;
    writeFileSync(join(directory, name), samplesOf(operation, clientCalls)?.[language] ?? '');
    const { upload } = sampleCallOf(operation);
    if (upload) writeFileSync(join(directory, upload.name), PACKAGE);
  });
  return directory;
}

/** What a program does to the service. @throws Error with its output when it fails */
async function callsOf(program: string, args: readonly string[], directory: string): Promise<RecordedCall[]> {
  const env = {
    ...process.env,
    ...{ API: proxy.address, KEY: 'rek_live_x', OPERATOR_TOKEN, PYTHONDONTWRITEBYTECODE: '1' },
    PYTHONPATH: join(ROOT, 'clients/python'),
  };
  const work = run(program, args, { cwd: directory, env, maxBuffer: 100_000_000 });
  await work.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(error.stderr === '' ? error.stdout : error.stderr);
  });
  return proxy.take();
}

describe('the samples of the reference', () => {
  it('curl, Python and PHP are there in CI', () => {
    if (process.env['CI'] !== 'true') return;
    expect({ hasCurl, hasPython, hasPhp }).toEqual({ hasCurl: true, hasPython: true, hasPhp: true });
  });

  it('every operation that a program calls has a sample in every language', () => {
    expect(operations.length).toBeGreaterThan(120);
    for (const operation of operations)
      for (const [language, sample] of Object.entries(samplesOf(operation, clientCalls) ?? {}))
        expect(sample.length, `${operation.id} in ${language}`).toBeGreaterThan(20);
  });

  it.skipIf(!hasCurl)('every sample in curl makes its call', async () => {
    const directory = filesOf('curl', 'sh');
    const script = 'curl() { command curl -sS "$@"; }; for one in ./*.sh; do . "$one"; done';
    expect(await callsOf('bash', ['-euc', script], directory)).toEqual(expectedWithKeys);
  });

  it('every sample in TypeScript compiles strictly and makes its call', async () => {
    const directory = filesOf('typescript', 'ts');
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    const compilerOptions = {
      ...{ target: 'ES2023', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true },
      ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'], noEmit: true },
      ...{ skipLibCheck: true, allowImportingTsExtensions: true, moduleDetection: 'force' },
    };
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    await callsOf(process.execPath, [compiler, '-p', 'tsconfig.json'], directory);
    writeFileSync(
      join(directory, 'run-all.mjs'),
      "import { readdirSync } from 'node:fs';\nfor (const one of readdirSync('.').sort()) if (one.endsWith('.ts')) await import(`./${one}`);\n",
    );
    const calls = await callsOf(process.execPath, ['run-all.mjs'], directory);
    expect(withoutKeys(calls)).toEqual(expected);
  });

  it.skipIf(!hasPython)('every sample in Python makes its call', async () => {
    const directory = filesOf('python', 'py');
    const script =
      'import pathlib\nfor one in sorted(pathlib.Path(".").glob("*.py")): exec(compile(one.read_text(encoding="utf-8"), one, "exec"), {})';
    const calls = await callsOf('python3', ['-W', 'error', '-c', script], directory);
    expect(withoutKeys(calls)).toEqual(expected);
  });

  it.skipIf(!hasPhp)('every sample in PHP makes its call', async () => {
    const directory = filesOf('php', 'php');
    const script =
      'set_error_handler(function ($level, $text) { throw new ErrorException($text); }); foreach (glob("*.php") as $one) include $one;';
    expect(await callsOf('php', ['-r', script], directory)).toEqual(expectedWithKeys);
  });
});
