// The two commands of the README need this before anything else can run. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './run-to-end.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NX = join(ROOT, 'node_modules/.bin/nx');
const STAMP = 'node_modules/.installed-lockfile';

/** Installs the locked packages unless this very lockfile was installed already. */
export async function ensurePackages() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  process.stdout.write('installing packages …\n');
  const { status } = await runToEnd('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages could not be installed. See the output above.');
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(STAMP, lock);
}

const onPath = (binary) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((dir) =>
    existsSync(join(dir, binary)),
  );

/** The Debian packages of each system program, what it is for, and what stands in for it. */
const PROGRAMS = {
  'nats-server': {
    debianPackage: 'nats-server',
    why: 'It is the message broker of the services. Alternatively, set NATS_URL to a running broker.',
    insteadOf: ['NATS_URL', 'NATS_SERVER_BINARY'],
  },
  dovecot: {
    debianPackage: 'dovecot-imapd',
    why: 'Tests of the inbox read emails from it. Without it, these tests are skipped.',
  },
  chromium: {
    debianPackage: 'chromium',
    why: 'Tests of the dashboard run in it. Without it, these tests are skipped.',
    insteadOf: ['CHROMIUM_BINARY'],
  },
  'swift-proxy-server': {
    debianPackage: 'swift-proxy swift-account swift-container swift-object',
    why: 'Tests of the byte store in S3 run against it. Without it, these tests are skipped.',
  },
  promtool: {
    debianPackage: 'prometheus',
    why: 'Tests check the rules and dashboards with it. Without it, these tests are skipped.',
  },
  mypy: {
    debianPackage: 'mypy',
    why: 'A test checks the types of the Python client with it. Without it, the test is skipped.',
  },
  'pyproject-build': {
    debianPackage: 'python3-build python3-setuptools python3-wheel',
    why: 'A test builds the wheel of the Python client with it. Without it, the test is skipped.',
  },
  javac: {
    debianPackage: 'default-jdk-headless',
    why: 'A test compiles and runs the Java client that is generated from the API; without it the test is skipped.',
  },
  php: {
    debianPackage: 'php-cli',
    why: 'Tests run the PHP samples of the API reference with it. Without it, these tests are skipped.',
  },
  fish: {
    debianPackage: 'fish',
    why: 'A test completes commands in it. Without it, the test is skipped.',
  },
  zsh: {
    debianPackage: 'zsh',
    why: 'A test completes commands in it. Without it, the test is skipped.',
  },
  faketime: {
    debianPackage: 'faketime',
    why: 'A test runs the services with wrong clocks by it. Without it, the test is skipped.',
  },
  kubectl: {
    debianPackage: 'kubernetes-client',
    why: 'Tests render the manifests with it. Without it, these tests are skipped.',
  },
};

/** Installs all of them; false when one is missing. */
export const ensurePrograms = () => Object.keys(PROGRAMS).map(ensureProgram).every(Boolean);

export const ensureBroker = () => ensureProgram('nats-server');

/** Makes sure a system program is there: from Debian's packages when this is root on Debian, else in words. */
function ensureProgram(binary) {
  const { debianPackage, why, insteadOf = [] } = PROGRAMS[binary];
  if (insteadOf.some((name) => process.env[name] !== undefined) || onPath(binary)) return true;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    process.stdout.write(`installing ${debianPackage} …\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', ...debianPackage.split(' ')], quiet);
    if (onPath(binary)) return true;
  }
  process.stderr.write(
    `${binary} is missing. ${why} Install it (Debian: apt-get install ${debianPackage}).\n`,
  );
  return false;
}

/** Builds every bundle; unchanged projects come from the cache. */
export async function ensureBundles() {
  process.stdout.write('building …\n');
  // Not by npx: its shell does not pass signals on.
  const { status, output } = await runToEnd(NX, ['run-many', '-t', 'build', '--output-style=static'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  if (status !== 0) {
    process.stderr.write(`${output}\n`);
    throw new Error('The build failed. See its output above.');
  }
}
