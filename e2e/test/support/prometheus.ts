import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@estate/testing';
import { until } from './until.ts';

const SHIPPED = fileURLToPath(new URL('../../../deploy/prometheus', import.meta.url));

export const hasPrometheus = (): boolean => spawnSync('prometheus', ['--version']).status === 0;

export interface Prometheus {
  /** How many series an expression has now. */
  count(expression: string): Promise<number>;
  /** Names of the rules that could not be evaluated. */
  brokenRules(): Promise<string[]>;
  stop(): Promise<void>;
}

/** A copy of the shipped rules that is evaluated once a second, and a configuration that scrapes as often. */
function configured(targets: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
  cpSync(join(SHIPPED, 'rules'), join(directory, 'rules'), { recursive: true });
  for (const file of readdirSync(join(directory, 'rules'))) {
    const path = join(directory, 'rules', file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/interval: \d+s/g, 'interval: 1s'));
  }
  const jobs = Object.entries(targets).map(([job, target]) => ({
    job_name: job,
    static_configs: [{ targets: [target] }],
  }));
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules/*.yml'],
    scrape_configs: jobs,
  };
  writeFileSync(join(directory, 'prometheus.yml'), JSON.stringify(config));
  return directory;
}

/** Runs Prometheus with the shipped rules, once a second, on these addresses by job. */
export async function startPrometheus(targets: Readonly<Record<string, string>>): Promise<Prometheus> {
  const directory = configured(targets);
  const address = `127.0.0.1:${String(await freePort())}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const get = async (path: string) =>
    (await (await fetch(`http://${address}${path}`)).json()) as { data: unknown };
  const ready = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until({ what: 'Prometheus to be ready', look: ready, good: Boolean });
  return {
    count: async (expression) => {
      const { data } = await get(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      return (data as { result: unknown[] }).result.length;
    },
    brokenRules: async () => {
      const { data } = await get('/api/v1/rules');
      const { groups } = data as { groups: { rules: { name: string; health: string }[] }[] };
      return groups.flatMap(({ rules }) =>
        rules.filter(({ health }) => health === 'err').map(({ name }) => name),
      );
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
