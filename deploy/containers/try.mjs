// Builds every image and runs docker-compose.yml for real, where there is a container engine: `npm run containers`.
// Not part of `npm test`: it takes the network, minutes, and the ports of docker-compose.yml.
//   --images-only   builds and starts the images, without compose
//   --own-engine    starts an engine of its own, in namespaces of its own (needs root and Debian's docker.io)
//   --stand-ins     makes the images of others from packages, where no registry of images is reached
// NODE_IMAGE names another base image, BUILD_NETWORK another network for the build.
import { spawnSync } from 'node:child_process';
import { publishedListings } from './demo-log.ts';
import { can, composeFile, containersOf, docker, findCompose } from './docker.mjs';
import { OwnEngine, missingForEngine } from './engine.mjs';
import { estateSoftwareCounts, portalCounts, scraped } from './look.mjs';
import { baseImage, makeBaseImages, makeFurtherImages, missingForStandIns } from './stand-ins.mjs';

const asked = (option) => process.argv.includes(`--${option}`);
const [ownEngine, standIns] = [asked('own-engine'), asked('stand-ins')];
const {
  NODE_IMAGE: base = standIns ? baseImage() : undefined,
  BUILD_NETWORK: network = ownEngine ? 'host' : undefined,
} = process.env;
const VERSION = '0.0.0-try';
const DEMO_MS = 600_000;
const CHECK_EVERY_MS = 2000;

/** With the seconds since the start. */
const say = (line) => process.stdout.write(`${Math.round(performance.now() / 1000)} s: ${line}\n`);

function check(what, isTrue) {
  if (!isTrue) throw new Error(`not true: ${what}`);
  say(`ok: ${what}`);
}

async function until(what, look, patienceMs = DEMO_MS) {
  const end = Date.now() + patienceMs;
  while (!look()) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_EVERY_MS);
    });
  }
  say(`ok: ${what}`);
}

/** Each image of docker-compose.yml that is built here, with its project. */
function builtImages() {
  const built = Object.values(composeFile().services).filter(({ build }) => build);
  return new Map(built.map(({ image, build }) => [image, build.args.PROJECT]));
}

function buildImage([image, project]) {
  const args = { PROJECT: project, VERSION, REVISION: 'try', ...(base && { NODE: base }) };
  const options = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const place = [
    ...(network ? ['--network', network] : []),
    '-f',
    'deploy/docker/Dockerfile',
    '-t',
    image,
    '.',
  ];
  docker(['build', ...options, ...place], { show: true });
  const {
    Labels: labels,
    User: user,
    Healthcheck: health,
  } = JSON.parse(docker(['inspect', '--format', '{{json .Config}}', image]));
  check(`${image} has its version`, labels['org.opencontainers.image.version'] === VERSION);
  check(`${image} does not run as root`, user === '1000:1000');
  check(`${image} has a health check`, health?.Test?.includes('health.sh') === true);
  const bill = JSON.parse(
    docker(['run', '--rm', '--network', 'none', '--entrypoint', 'cat', image, 'sbom.cdx.json']),
  );
  check(`${image} lists ${String(bill.components.length)} packages`, bill.components.length > 10);
}

/** A service names what it lacks; so its program was loaded, on a root that it cannot write to. */
function startBare(image) {
  const args = [
    'run',
    '--rm',
    '--network',
    'none',
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'ALL',
    image,
  ];
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  check(`${image} starts and names what it needs`, status !== 0 && /NATS_URL/.test(`${stdout}${stderr}`));
}

const SERVICES = ['api-gateway', 'catalog', 'distribution', 'importer', 'inbox', 'notifier'];
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const hasEnded = (service) =>
  containersOf(service, '{{.State.Status}} {{.State.ExitCode}}', { ended: true }).includes('exited 0');
const isHealthy = (service) => {
  const states = containersOf(service, '{{.State.Health.Status}}');
  return states.length > 0 && states.every((state) => state === 'healthy');
};

/** The demo to its end; then once more with three distributions, of which one is killed meanwhile. */
async function runCompose(compose) {
  const wanted = standIns ? ['demo', 'distribution'] : [];
  compose('up', '--detach', '--no-build', '--scale', 'distribution=3', ...wanted);
  await until('the demo ends well', () => hasEnded('demo'));
  const log = compose('logs', '--no-color', 'demo');
  check('six listings are published', publishedListings(log) === 6);
  const [objects, exports] = estateSoftwareCounts();
  check('the estate software has exported its objects by FTP, once', objects > 0 && exports === 1);
  const show = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'cat', 'demo', '/secrets/env'];
  const token = /OPERATOR_TOKEN='(\w+)'/.exec(compose(...show))?.[1];
  check('the secrets name a token', token !== undefined);
  check('the log of the demo has no secret', !log.includes(token) && !/rek_live_\w{8}/.test(log));
  const [first] = containersOf('distribution', '{{.Id}}');
  compose('up', '--detach', '--no-build', '--no-deps', '--force-recreate', 'demo');
  docker(['kill', first]);
  await until('the demo ends well while a distribution is killed', () => hasEnded('demo'));
  // Three of each demo, and what was imported from the estate software, which is listed on the same targets.
  const listed = 2 * 3 + objects;
  const isComplete = ([packages, shown]) => packages >= listed && shown >= listed;
  await until(`the portal shows ${String(listed)} objects`, () => isComplete(portalCounts()));
  await until('every service is healthy', () => SERVICES.every(isHealthy));
  const counts = portalCounts();
  check(
    `the portal has got each object once, by one package each: ${counts.join(' and ')}`,
    isSame(counts, [listed, listed]),
  );
  const replicas = SERVICES.map((name) => [name, containersOf(name, '{{.Id}}').length]);
  check(
    'every replica shows its metrics where Prometheus looks',
    isSame(scraped(SERVICES), Object.fromEntries(replicas)),
  );
}

/** @returns why nothing can be done here, or undefined when it was done */
async function work(engine) {
  if (standIns) {
    makeBaseImages();
    say('made the images that the others are built on');
  }
  const images = builtImages();
  for (const one of images) buildImage(one);
  for (const [image, project] of images) if (project.startsWith('apps/')) startBare(image);
  if (standIns) makeFurtherImages(buildImage);
  if (asked('images-only')) return undefined;
  await engine?.stop();
  await engine?.start({ isolated: true });
  const compose = findCompose();
  if (!compose) return 'this engine has no compose; the images were built and started';
  try {
    await runCompose(compose);
  } finally {
    compose('down', '--volumes');
  }
  return undefined;
}

async function main() {
  const missing =
    (ownEngine ? missingForEngine() : undefined) ?? (standIns ? missingForStandIns() : undefined);
  if (missing) throw new Error(missing);
  const engine = ownEngine ? new OwnEngine() : undefined;
  try {
    await engine?.start({ isolated: false });
    const skipped = can('docker', ['info'])
      ? await work(engine)
      : 'there is no container engine here; no image was built and compose did not run';
    if (skipped) say(`SKIPPED: ${skipped}`);
  } finally {
    await engine?.remove();
  }
}

await main();
