// A container engine of its own for `npm run containers -- --own-engine`: Debian's docker.io as root, in a mount namespace of its own,
// with its data below a temporary directory. It ends with this program.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DOCKERD = '/usr/sbin/dockerd';
/** Has the client of the same version; another one in the path may need parts that are not there. */
const CLIENT_DIRECTORY = '/usr/bin';
const START_TRIES = 100;
const TRY_EVERY_MS = 500;

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Why no engine can be started here; undefined when one can. */
export const missingForEngine = () => {
  if (process.getuid?.() !== 0) return 'an engine of its own needs root';
  return existsSync(DOCKERD) ? undefined : "an engine of its own needs Debian's docker.io";
};

/**
 * Starts the engine and makes it the one that every command of this program talks to. Images are built with the network of the
 * machine (`isolated: false`); containers run in a network namespace that reaches nothing else (`isolated: true`).
 */
export class OwnEngine {
  #directory = mkdtempSync(join(tmpdir(), 'estate-engine-'));
  #process;

  get socket() {
    return `unix://${join(this.#directory, 'docker.sock')}`;
  }

  async start({ isolated }) {
    const at = (name) => join(this.#directory, name);
    const own = `--data-root ${at('data')} --exec-root /run/estate-docker --host ${this.socket} --pidfile ${at('pid')}`;
    const bridges = isolated ? '' : '--bridge=none --iptables=false';
    const script = `ip link set lo up; mount -t tmpfs tmpfs /run && exec ${DOCKERD} ${own} ${bridges}`;
    const log = openSync(at('log'), 'a');
    const namespaces = ['--mount', ...(isolated ? ['--net'] : [])];
    this.#process = spawn('unshare', [...namespaces, 'sh', '-c', script], { stdio: ['ignore', log, log] });
    process.env.DOCKER_HOST = this.socket;
    process.env.PATH = `${CLIENT_DIRECTORY}:${process.env.PATH}`;
    for (let tries = 0; spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0; tries += 1) {
      if (tries === START_TRIES || this.#process.exitCode !== null)
        throw new Error(`the engine did not start:\n${readFileSync(at('log'), 'utf8').slice(-2000)}`);
      await pause(TRY_EVERY_MS);
    }
  }

  async stop() {
    const ended = this.#process;
    this.#process = undefined;
    if (!ended || ended.exitCode !== null) return;
    const exited = new Promise((resolve) => {
      ended.once('exit', resolve);
    });
    ended.kill('SIGTERM');
    await exited;
  }

  async remove() {
    await this.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
