import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesFor } from '../../src/reference/openapi/audience.ts';
import { openApiDocument } from '../../src/reference/openapi/document.ts';
import { apiRoutes } from '../../src/routes/index.ts';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';
import type { BareGateway } from '../matrix/start-bare-gateway.ts';

const run = promisify(execFile);
const PROGRAMS = fileURLToPath(new URL('generated', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const ID = 'd1a2b3c4e5f6g7h8i9j0';

let folder: string;
let gateway: BareGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'estate-generated-'));
  const customers = openApiDocument(routesFor('customers', apiRoutes));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(customers));
  gateway = await startBareGateway();
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

/** What a program printed. @throws Error with all of it when it failed */
async function outputOf(program: string, args: readonly string[], directory: string): Promise<string> {
  const work = run(program, args, { cwd: directory, maxBuffer: 100_000_000 });
  const { stdout } = await work.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(
      `${args.join(' ')}\n${String(error.stdout).slice(-5000)}${String(error.stderr).slice(-5000)}`,
    );
  });
  return stdout;
}

const node = (script: string, args: readonly string[], directory: string) =>
  outputOf(process.execPath, [join(MODULES, script), ...args], directory);

const OPTIONS = {
  ...{ target: 'ES2023', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true },
  ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [], skipLibCheck: false, outDir: 'out' },
};

/** A folder with a program and what is generated for it, compiled strictly and run. */
async function compileAndRun(
  name: string,
  options: object,
  generate: (directory: string) => Promise<unknown>,
) {
  const directory = join(folder, name);
  mkdirSync(directory);
  const compilerOptions = { ...OPTIONS, ...options };
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'client'] }),
  );
  cpSync(join(PROGRAMS, `${name}.program.txt`), join(directory, 'program.ts'));
  await generate(directory);
  await node('typescript-7/bin/tsc', ['-p', 'tsconfig.json'], directory);
  const address = `http://127.0.0.1:${String(gateway.port)}`;
  return outputOf(process.execPath, ['out/program.js', address, 'rek_live_x'], directory);
}

describe('clients that customers generate from the OpenAPI document', () => {
  it('the client of @hey-api/openapi-ts compiles strictly and does the quick start', async () => {
    // What this generator writes for every API does not compile with the option.
    const options = { exactOptionalPropertyTypes: false };
    const output = await compileAndRun('hey-api', options, (directory) =>
      node('@hey-api/openapi-ts/bin/run.js', ['-i', '../openapi.json', '-o', 'client'], directory),
    );
    expect(JSON.parse(output)).toEqual({ published: ID, listings: 1, webhooks: 1 });
    const types = readFileSync(join(folder, 'hey-api/client/types.gen.ts'), 'utf8');
    expect(types).not.toMatch(/unknown & unknown|: any\b/);
  });

  it('the types of openapi-typescript compile strictly and carry the quick start', async () => {
    const output = await compileAndRun('openapi-typescript', {}, (directory) =>
      node('openapi-typescript/bin/cli.js', ['../openapi.json', '-o', 'types.ts'], directory),
    );
    expect(JSON.parse(output)).toEqual({ published: ID, listings: 1, webhooks: 1 });
    expect(readFileSync(join(folder, 'openapi-typescript/types.ts'), 'utf8')).not.toContain(
      'unknown & unknown',
    );
  });
});

const has = (program: string, args: readonly string[]) => spawnSync(program, args).status === 0;
const JAR = join(MODULES, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
const isRunnable =
  has('java', ['--version']) &&
  has('javac', ['--version']) &&
  has('python3', ['--version']) &&
  existsSync(JAR);
/** For a run of seconds, compiling better costs more than it saves. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** Three hundred classes on a machine that has other work. */
const JAVA_TIMEOUT_MS = 240_000;
/** Documents and tests are left out. */
const QUIET = 'apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';

/**
 * The document without what the Java of this release does not compile: a union without a name refers to a class that is not written,
 * and a constant that is a boolean becomes an enumeration of texts. The libraries that the client needs are in the generator itself.
 */
function withoutUnions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnions);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, oneOf, ...rest } = value as Record<string, unknown>;
  if (Array.isArray(anyOf) || Array.isArray(oneOf)) return { type: 'object', additionalProperties: true };
  if (rest['type'] === 'boolean' && Array.isArray(rest['enum'])) delete rest['enum'];
  return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, withoutUnions(each)]));
}

/** This release of OpenAPI Generator is the last one that a registry has whole; it reads OpenAPI 3.0. */
describe('clients of OpenAPI Generator, from the document as OpenAPI 3.0', () => {
  it('OpenAPI Generator, a JDK and Python are there in CI', () => {
    if (process.env['CI'] !== 'true') return;
    expect(isRunnable, 'install a JDK (Debian: default-jdk-headless) and Python 3').toBe(true);
  });

  const generate = async (
    language: string,
    { change = (document: unknown) => document, options = [''] } = {},
  ) => {
    const [from, to] = [join(folder, 'openapi.json'), join(folder, `openapi-30-${language}.json`)];
    await node('@apiture/openapi-down-convert/lib/src/cli.js', ['--input', from, '--output', to], folder);
    writeFileSync(to, JSON.stringify(change(JSON.parse(readFileSync(to, 'utf8')))));
    const directory = join(folder, language);
    const args = [
      ...JAVA,
      '-jar',
      JAR,
      'generate',
      '-i',
      to,
      '-g',
      language,
      '-o',
      directory,
      '--global-property',
      QUIET,
      ...options.filter((option) => option !== ''),
    ];
    await outputOf('java', args, folder);
    return directory;
  };

  it.skipIf(!isRunnable)('the Python client of OpenAPI Generator has our names and compiles', async () => {
    const directory = await generate('python');
    await outputOf('python3', ['-m', 'compileall', '-q', '.'], directory);
    const webhooks = readFileSync(join(directory, 'openapi_client/api/webhooks_api.py'), 'utf8');
    const names = [...webhooks.matchAll(/^    def (\w+)\(self, /gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['list_webhooks', 'resend_delivery']));
  });

  it.skipIf(!isRunnable)(
    'the Java client of OpenAPI Generator compiles and does the quick start',
    async () => {
      const options = ['--library', 'native', '--additional-properties', 'java8=true,dateLibrary=java8'];
      const directory = await generate('java', { change: withoutUnions, options });
      const sources = readdirSync(join(directory, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.java'))
        .map((name) => join(directory, 'src', name));
      const models = sources.filter((name) => name.includes('/model/'));
      expect(models.filter((name) => readFileSync(name, 'utf8').includes('JsonNullable'))).toEqual([]);
      const programs = ['QuickStart.java', 'JsonNullableModule.java'].map((name) => join(PROGRAMS, name));
      writeFileSync(join(directory, 'sources'), [...sources, ...programs].join('\n'));
      const compiling = [
        '-proc:none',
        '-nowarn',
        '-encoding',
        'UTF-8',
        '-cp',
        JAR,
        '-d',
        'classes',
        '@sources',
      ];
      await outputOf('javac', [...JAVA.map((option) => `-J${option}`), ...compiling], directory);
      const address = `http://127.0.0.1:${String(gateway.port)}`;
      const running = ['-cp', `classes${delimiter}${JAR}`, 'QuickStart', address, 'rek_live_x'];
      expect(await outputOf('java', [...JAVA, ...running], directory)).toBe(`${ID} 1 1\n`);
    },
    JAVA_TIMEOUT_MS,
  );
});
