import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseTests } from '../database-tests.mjs';

const root = mkdtempSync(join(tmpdir(), 'database-tests-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const FILES = {
  'testing/mongo-server.ts':
    'export const startMongo = async () => process.env.MONGODB_URI ?? import("./embedded.ts");',
  'testing/embedded.ts': 'export const started = new Map();',
  'testing/free-port.ts': 'export const freePort = () => 1;',
  'testing/index.ts': `export { startMongo } from './mongo-server.ts';\nexport { freePort } from './free-port.ts';`,
  'test/stage.ts': `import { startMongo } from '../testing/index.ts';\nexport const open = () => startMongo();`,
  'test/inbox.e2e.test.ts': `import { it } from 'vitest';\nimport { open } from './stage.ts';\nit('reads', open);`,
  'test/mail.e2e.test.ts': `import { freePort } from '../testing/index.ts';\nimport type { open } from './stage.ts';\nfreePort();`,
  'test/own.int.test.ts': `import { started } from '../testing/embedded.ts';\nstarted.clear();`,
  'test/conformance.int.test.ts': `export const foreign = process.env['MONGODB_URI'];`,
};

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

describe('the tests for a second database engine', () => {
  it('are those that ask for the database that is given, also by what they import, and no others', async () => {
    write(FILES);
    const tests = Object.keys(FILES).filter((file) => file.endsWith('.test.ts'));
    expect(await databaseTests(tests, root)).toEqual([
      'test/conformance.int.test.ts',
      'test/inbox.e2e.test.ts',
    ]);
  });

  const ASKS = FILES['test/inbox.e2e.test.ts'];
  const OTHER = 'test/imap.e2e.test.ts';
  /** The tests that run when another one begins with this line. */
  function besides(line: string): Promise<string[]> {
    write({ ...FILES, [OTHER]: `${line}\n${ASKS}` });
    return databaseTests(['test/inbox.e2e.test.ts', 'test/mail.e2e.test.ts', OTHER], root);
  }

  it('are without one that says which of them has its queries, and why one engine is enough', async () => {
    const line = '// One engine: ./inbox.e2e.test.ts: only the source of the emails differs.';
    expect(await besides(line)).toEqual(['test/inbox.e2e.test.ts']);
    expect(await besides('')).toEqual([OTHER, 'test/inbox.e2e.test.ts']);
  });

  it.each([
    ['has no reason', '// One engine: ./inbox.e2e.test.ts', 'does not say'],
    ['has a reason of one word', '// One engine: ./inbox.e2e.test.ts: slow', 'does not say'],
    ['names no file', '// One engine: it is slow there', 'does not say'],
    ['names a file that does not exist', '// One engine: ./gone.e2e.test.ts: it reads the same.', 'gone'],
    ['names a file without a database', '// One engine: ./mail.e2e.test.ts: it reads the same.', 'mail'],
    ['names itself', '// One engine: ./imap.e2e.test.ts: it reads the same.', 'imap'],
  ])('end with an error when one that wants to be left out %s', async (_what, line, complaint) => {
    await expect(besides(line)).rejects.toThrow(complaint);
  });
});
