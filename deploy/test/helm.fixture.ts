import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../src/cluster.ts';
import { writeChart } from '../src/helm/write.ts';
import { documentsIn, printed } from './documents.fixture.ts';

/** Where the set-up of the tests keeps it, by version. */
const CACHE = 'node_modules/.cache/helm';
const HELM = join(CACHE, (existsSync(CACHE) ? readdirSync(CACHE) : []).at(-1) ?? '', 'helm');

/** Whether a chart can be rendered here; where CI lacks the program, tests fail instead of being skipped. */
export const hasHelm = (): boolean => Boolean(process.env['CI']) || existsSync(HELM);

export interface Chart {
  folder: string;
  remove: () => void;
}

export async function writtenChart(version: string): Promise<Chart> {
  const parent = mkdtempSync(join(tmpdir(), 'chart-'));
  const folder = join(parent, 'estate');
  await writeChart(version, folder);
  return { folder, remove: () => rmSync(parent, { recursive: true }) };
}

/** @throws Error with what Helm says */
export const helm = (...args: readonly string[]): string => printed(HELM, args);

/** The documents of a release, without those of `helm test`. */
export const templated = (folder: string, namespace: string, valuesFile: string): Manifest[] =>
  documentsIn(
    helm('template', 'estate', folder, '--skip-tests', '--namespace', namespace, '--values', valuesFile),
  );
