import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeOf } from './blocks.ts';
import type { Block } from './blocks.ts';

/** A page that is to be run: its blocks, in order. */
export interface Page {
  name: string;
  blocks: readonly Block[];
}

/** Where a page is run: a directory that looks like the project's, with data of its own. */
export interface Place {
  directory: string;
  environment: Record<string, string>;
}

/** Makes a directory in which a page finds every file of the project, and whose own files hurt nobody. */
export async function makePlace(root: string, directory: string): Promise<void> {
  await mkdir(join(directory, '.data'), { recursive: true });
  const entries = (await readdir(root)).filter((name) => !name.startsWith('.'));
  for (const name of entries) await symlink(join(root, name), join(directory, name));
  // Every answer of 400 or more ends the page, as an error of a program does.
  await writeFile(join(directory, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
}

const PROGRAMS = ['ts', 'js'];

/** The name under which a program or a document of a page is saved. */
export const fileOf = (block: Block): string | undefined =>
  block.marks.get('file') ??
  (PROGRAMS.includes(block.language) ? `line-${String(block.line)}.${block.language}` : undefined);

/** Saves what the page shows as files. */
export async function saveFiles({ blocks }: Page, { directory }: Place): Promise<void> {
  for (const block of blocks) {
    const file = fileOf(block);
    if (file !== undefined) await writeFile(join(directory, file), block.text);
  }
}

/** That a program is there was checked; finding it again each time costs more than most programs. */
const NPX = 'npx() { "node_modules/.bin/$1" "${@:2}"; }';

const MARKER = '\u001e';
const GIVE_UP_MS = 200_000;

/** The page as one program for the shell, top to bottom; each block says first that it begins. */
export function scriptOf({ blocks }: Page): string {
  const steps = blocks.flatMap((block) => {
    const command = commandOf(block, blocks);
    if (command === undefined) return [];
    const begin = `printf '\\n${MARKER}%s\\n' '${String(block.line)}'`;
    return [begin, block.marks.has('fails') ? mustFail(command) : command];
  });
  return ['exec 2>&1', 'set -euo pipefail', NPX, ...steps, ''].join('\n');
}

function commandOf(block: Block, all: readonly Block[]): string | undefined {
  if (block.marks.has('no-run')) return undefined;
  if (block.language === 'sh') return block.text;
  const file = fileOf(block);
  if (file === undefined || !PROGRAMS.includes(block.language)) return undefined;
  // A program that a later block starts, or that another one imports, is run there.
  const usedLater = all.some((one) => one !== block && one.text.includes(file));
  return usedLater ? undefined : `npx node '${file}'`;
}

const mustFail = (command: string): string =>
  `set +e; ( set -e\n${command}\n); outcome=$?; set -e; [ "$outcome" -ne 0 ] || { echo 'it was to fail' >&2; exit 1; }`;

/** Runs a page in one shell and returns what is wrong, in words: the block that failed, or one that did not print what its `shows` says. */
export async function runPage(page: Page, { directory, environment }: Place): Promise<string[]> {
  const script = join(directory, '.page.sh');
  await writeFile(script, scriptOf(page));
  const shell = spawn('bash', [script], {
    cwd: directory,
    env: {
      ...{ PATH: process.env['PATH'], HOME: directory, CURL_HOME: directory },
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text));
  }
  const closed = once(shell, 'close');
  const timer = setTimeout(() => {
    endGroup(shell.pid);
  }, GIVE_UP_MS);
  const [code, signal] = (await once(shell, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  // What the page started in the background has done its work.
  endGroup(shell.pid);
  await closed;
  return problemsIn(page, said, code === 0 ? undefined : `ended with ${String(signal ?? code)}`);
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A block's output is what comes between its marker and the next one. */
function problemsIn({ blocks }: Page, said: string, failure: string | undefined): string[] {
  const parts = said.split(MARKER).slice(1);
  const outputs = new Map(
    parts.map((part) => [Number.parseInt(part, 10), part.slice(part.indexOf('\n') + 1)]),
  );
  const last = Math.max(...outputs.keys(), 0);
  return blocks.flatMap((block) => {
    const output = outputs.get(block.line);
    if (output === undefined) return [];
    if (failure !== undefined && block.line === last) return [`${placeOf(block)}: ${failure}:\n${output}`];
    const promised = block.marks.get('shows');
    const kept = promised === undefined || output.includes(promised);
    return kept ? [] : [`${placeOf(block)}: does not show ${promised}:\n${output}`];
  });
}
