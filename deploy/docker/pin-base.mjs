// Pins the base image of all images: pulls its tag and writes the digest that the registry has for it into the Dockerfile and
// docker-compose.yml. Commit both. A release is refused without a digest.
// usage: node deploy/docker/pin-base.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILES = ['deploy/docker/Dockerfile', 'docker-compose.yml'];
const PINNED = /^(\S+:\S+)@sha256:[0-9a-f]{64}$/;

const current = /^ARG NODE=(\S+)$/m.exec(readFileSync(FILES[0], 'utf8'))?.[1];
if (!current) throw new Error(`${FILES[0]} names no base image`);
const tag = current.split('@')[0];
const docker = (...args) =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

docker('pull', '--quiet', tag);
const known = JSON.parse(docker('inspect', '--format', '{{json .RepoDigests}}', tag));
const digest = known.map((one) => one.split('@')[1]).find(Boolean);
const pinned = `${tag}@${digest}`;
if (!PINNED.test(pinned)) throw new Error(`the registry has no digest for ${tag}`);
for (const file of FILES) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(current)) throw new Error(`${file} does not name ${current}`);
  writeFileSync(file, text.replaceAll(current, pinned));
}
process.stdout.write(`${pinned}\n`);
