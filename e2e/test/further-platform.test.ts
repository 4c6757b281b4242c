import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILES, REGISTRY, ROW, SUITE } from './support/further-platform.ts';
import { copyWorkspace } from './support/workspace-copy.ts';
import type { WorkspaceCopy } from './support/workspace-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let copy: WorkspaceCopy;
const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(copy.root, file)), { recursive: true });
  writeFileSync(join(copy.root, file), content);
};
const tests = (...files: string[]) => copy.run('vitest', 'run', ...files);

beforeAll(() => {
  copy = copyWorkspace(ROOT);
  const before = read(REGISTRY);
  expect(before.split(ROW.before)).toHaveLength(2);
  write(REGISTRY, before.replace(ROW.before, `${ROW.row}\n${ROW.before}`));
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => {
  copy.remove();
});

describe('a further platform that is called with an API key', () => {
  it('a row without its folders fails a test that names them', () => {
    expect(() => tests('apps/distribution/src/platforms/registry.test.ts')).toThrow(/homefinder/);
  });

  it('a further platform needs nothing but its row and its folders to compile', () => {
    for (const [file, content] of Object.entries(FILES)) write(file, content);
    copy.run('node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.json');
  });

  it('a further platform passes the suite of all platforms against its simulator', () => {
    tests('apps/distribution/src/platforms/registry.test.ts', SUITE);
  });

  it('a further platform is in the API, its documents and the settings, which their tests write', () => {
    vi.stubEnv('UPDATE_SNAPSHOTS', 'true');
    copy.run('nx', 'derive');
    tests('libs/contracts/src/contracts.test.ts', 'apps/api-gateway/test/openapi/document.test.ts');
    tests('clients/python/test/types.test.ts');
    expect(read('apps/api-gateway/reference/openapi.json')).toContain('"homefinder"');
    expect(read('clients/python/estate_client/types.py')).toContain('apiKey');
    expect(read('docs/configuration.md')).toContain('`HOMEFINDER_URL`');
  });

  it('changed nothing by hand but one row and its folders', () => {
    const derived = [
      'apps/api-gateway/reference/openapi.json',
      'clients/python/estate_client/types.py',
      'docs/configuration.md',
      'libs/contracts/wire-snapshot.json',
    ];
    expect(copy.changed()).toEqual([...derived, REGISTRY, ...Object.keys(FILES)].sort());
  });
});
