// Stands in for images of others where no registry of images is reached, for `npm run containers -- --stand-ins`: made from Debian's
// packages and the registry of npm. The database is the embedded server with users who sign in, set up by the real mongosh; the
// broker is Debian's. Prometheus, Grafana and the exporters have no stand-in.
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { composeFile, docker, run } from './docker.mjs';

const RELEASE = 'bookworm';
const HERE = 'deploy/containers/stand-ins';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PACKAGES = ['ca-certificates', 'libatomic1', 'libstdc++6', 'nats-server', 'wget'];

export const missingForStandIns = () =>
  existsSync('/usr/sbin/debootstrap') ? undefined : "stand-ins for images need Debian's debootstrap";

/** The image that a service of docker-compose.yml names; what is made here cannot have the digest that it may be pinned by. */
const imageOf = (service) => composeFile().services[service].image.split('@')[0];

/** What the images are built on. */
export const baseImage = () => imageOf('prepare');

/** Debian with the broker and with what Node needs: the root of both images. */
function withRoot(use) {
  const root = mkdtempSync(join(tmpdir(), 'estate-root-'));
  try {
    run('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join(',')}`, RELEASE, root]);
    use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const importRoot = (root, image) => run('sh', ['-c', `tar -C ${root} -c . | docker import - ${image}`]);

/** Files of this machine, and where npm looks for them in the image: so the builds reach its registry in the same way. */
const npmSettings = () => [
  [run('npm', ['config', 'get', 'globalconfig']), 'usr/local/etc/npmrc'],
  [run('npm', ['config', 'get', 'userconfig']), 'root/.npmrc'],
  [CERTIFICATES, CERTIFICATES],
];

/** Adds the pinned Node and npm. */
function addNode(root) {
  const local = join(root, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(run('which', ['npm']))));
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  for (const [file, place] of npmSettings())
    if (existsSync(file)) cpSync(file, join(root, place), { dereference: true });
}

function makeDatabase(buildImage) {
  const server = 'estate/embedded-mongo:local';
  buildImage([server, 'tools/embedded-mongo']);
  const file = join(HERE, 'mongo.Dockerfile');
  const args = [
    '--network',
    'host',
    '--build-arg',
    `SERVER=${server}`,
    '-f',
    file,
    '-t',
    imageOf('mongodb'),
    '.',
  ];
  docker(['build', ...args], { show: true });
}

/** What everything is built on; before the first build. */
export function makeBaseImages() {
  withRoot((root) => {
    cpSync(join(HERE, 'nats-server'), join(root, 'usr/local/bin/nats-server'));
    importRoot(root, imageOf('nats'));
    addNode(root);
    importRoot(root, baseImage());
  });
}

/** After the first build: the database is built like the programs of this repository. */
export const makeFurtherImages = makeDatabase;
