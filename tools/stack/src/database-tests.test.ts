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

describe('the tests for a second database engine', () => {
  it('are those that ask for the database that is given, also by what they import, and no others', async () => {
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const tests = Object.keys(FILES).filter((file) => file.endsWith('.test.ts'));
    expect(await databaseTests(tests, root)).toEqual([
      'test/conformance.int.test.ts',
      'test/inbox.e2e.test.ts',
    ]);
  });
});
