import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@estate/contracts';
import { XMLValidator } from 'fast-xml-parser';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { placeOf } from './blocks.ts';
import type { Block } from './blocks.ts';

type Check = (block: Block, root: string) => string[];

/** What is wrong with a block as text, in words; whether it works is seen when it runs. */
export function problemsOf(block: Block, root: string): string[] {
  const check = CHECKS[block.language];
  const said = check
    ? check(block, root)
    : block.marks.has('no-run')
      ? []
      : [`blocks in "${block.language}" cannot be checked; say why with no-run="…"`];
  return said.map((problem) => `${placeOf(block)}: ${problem}`);
}

const script: Check = ({ text, language }) => {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    fileName: `block.${language}`,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
};

const CHECKS: Record<string, Check> = {
  sh: (block, root) => [
    ...syntaxOfShell(block),
    ...unknownCommands(block, root),
    ...missingPaths(block, root),
  ],
  ts: script,
  js: script,
  json: (block) => caught(() => againstContract(block, JSON.parse(block.text))),
  http: (block) => caught(() => httpMessage(block)),
  xml: ({ text }) => {
    const valid = XMLValidator.validate(text);
    return valid === true ? [] : [valid.err.msg];
  },
  yaml: ({ text }) =>
    parseAllDocuments(text).flatMap((document) =>
      'errors' in document ? document.errors.map(({ message }) => message) : [],
    ),
  // Pictures and what programs print.
  text: () => [],
};

function caught(work: () => string[]): string[] {
  try {
    return work();
  } catch (error) {
    return [String(error)];
  }
}

function againstContract({ marks }: Block, value: unknown): string[] {
  const name = marks.get('contract');
  if (name === undefined) return [];
  const schema = (contracts as Record<string, unknown>)[name];
  if (typeof schema !== 'object' || schema === null || !('safeParse' in schema)) {
    return [`there is no contract ${name}`];
  }
  const { error } = (schema as typeof contracts.EventEnvelope).safeParse(value);
  return error ? [error.message] : [];
}

const FIRST_LINE = /^(?:(?:GET|POST|PUT|DELETE|HEAD) \/\S*(?: HTTP\/1\.1)?|HTTP\/1\.1 \d{3}(?: [\w ]+)?)$/;

function httpMessage(block: Block): string[] {
  const [head = '', ...rest] = block.text.trimEnd().split('\n\n');
  const [first = '', ...headers] = head.split('\n');
  const body = rest.join('\n\n');
  const problems = headers.filter((line) => !/^[\w-]+: \S/.test(line)).map((line) => `no header: ${line}`);
  if (!FIRST_LINE.test(first)) problems.push(`neither a request nor an answer: ${first}`);
  const isJson = headers.some((line) => /^content-type: application\/json/i.test(line));
  return body !== '' && isJson ? [...problems, ...againstContract(block, JSON.parse(body))] : problems;
}

/** What is not run may leave something to the reader: `<target>`. */
const PLACEHOLDER = /<[a-z][a-z -]*>/g;

function syntaxOfShell({ text, marks }: Block): string[] {
  const input = marks.has('no-run') ? text.replace(PLACEHOLDER, 'PLACEHOLDER') : text;
  const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
  return status === 0 ? [] : [stderr.trim()];
}

/** Scripts of npm, programs of npx and targets of nx that a block names and that do not exist. */
function unknownCommands({ text }: Block, root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const program = (name: string) => existsSync(join(root, 'node_modules/.bin', name));
  return [
    ...named(text, /\bnpm (?:run )?(start|test)\b|\bnpm run (\w[\w:-]*)/g)
      .filter((name) => !(name in scripts))
      .map((name) => `package.json has no script ${name}`),
    ...named(text, /\bnpx (?:--no-install )?([a-z][\w-]*)/g)
      .filter((name) => !program(name))
      .map((name) => `npx finds no ${name}`),
  ];
}

function missingPaths({ text }: Block, root: string): string[] {
  const paths = named(text, /(?:^|[\s"'=@])((?:apps|libs|tools|clients|e2e|bench|docs|deploy)\/[\w./-]+)/gm);
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`);
}

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((one) => one !== undefined) ?? '');
