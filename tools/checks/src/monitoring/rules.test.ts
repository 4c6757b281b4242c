import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifests } from '@estate/manifests';
import { parse } from 'yaml';
import { dashboards } from './dashboards.ts';
import { knownMetrics, processMetrics } from './known-metrics.ts';
import { ROOT } from './root.ts';
import { RUNBOOK, ruleGroups } from './rule-files.ts';
import { allSeries, unknownIn } from './series.ts';

const PROMETHEUS = `${ROOT}deploy/prometheus`;
const rules = ruleGroups(ROOT).flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const metrics = knownMetrics();
const series = allSeries(metrics, rules);

/** It collects garbage only when it would need more memory than that: to collect it all the time takes a quarter of its time. */
const MEMORY = { GOGC: 'off', GOMEMLIMIT: '600MiB' };
const promtool = (...args: string[]) =>
  spawnSync('promtool', args, { cwd: PROMETHEUS, encoding: 'utf8', env: { ...process.env, ...MEMORY } });
const hasPromtool = promtool('--version').status === 0;

/** Allowed labels: each has few values, and none of them names a customer or a location. */
const LABELS = [
  ...[
    'channel',
    'check',
    'code',
    'code_class',
    'collection',
    'consumer',
    'copy',
    'mailbox',
    'method',
    'node_version',
  ],
  ...[
    'invariant',
    'op',
    'operation',
    'outcome',
    'reason',
    'route',
    'source',
    'state',
    'status_class',
    'target_type',
    'walk',
  ],
  ...['version', 'worker'],
];

describe.skipIf(!hasPromtool)('the rules, read by Prometheus itself', () => {
  it('rules and the configuration of Prometheus are well-formed', () => {
    const { status, stdout, stderr } = promtool('check', 'config', '--lint-fatal', 'prometheus.yml');
    expect(`${stdout}${stderr}`).not.toContain('FAILED');
    expect(status).toBe(0);
  });

  it('alerts fire on their symptoms and only then', () => {
    const files = readdirSync(`${PROMETHEUS}/tests`).map((file) => `tests/${file}`);
    const { status, stdout, stderr } = promtool('test', 'rules', ...files);
    expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
  });

  it('the queries of rules and dashboards are valid PromQL', () => {
    const queries = dashboards.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap(({ queries: some }) => Object.values(some))),
    );
    const group = {
      name: 'dashboards',
      rules: queries.map((expr, index) => ({
        record: `query${String(index)}`,
        expr: expr.replaceAll('$__rate_interval', '1m'),
      })),
    };
    const directory = mkdtempSync(join(tmpdir(), 'queries-'));
    const file = join(directory, 'queries.yml');
    writeFileSync(file, JSON.stringify({ groups: [group] }));
    const { status, stderr } = promtool('check', 'rules', file);
    rmSync(directory, { recursive: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it('rules and dashboards use only metrics and labels that exist', () => {
  expect(rules.flatMap(({ expr }) => unknownIn(expr, series))).toEqual([]);
  for (const { title, rows } of dashboards) {
    const queries = rows.flatMap(({ panels }) => panels.flatMap(({ queries: some }) => Object.values(some)));
    expect(
      queries.flatMap((expr) => unknownIn(expr, series)),
      title,
    ).toEqual([]);
  }
});

it('the queries that scale services use only metrics and labels that exist', () => {
  const directory = mkdtempSync(join(tmpdir(), 'manifests-'));
  const args = ['deploy/src/write-manifests.ts', '--values', 'deploy/values/production.yaml'];
  const done = spawnSync(process.execPath, [...args, '--directory', directory], { cwd: ROOT });
  expect(done.status).toBe(0);
  const text = readFileSync(join(directory, 'scaling.yaml'), 'utf8');
  rmSync(directory, { recursive: true });
  const queries = [...text.matchAll(/^ +query: (.+)$/gm)].map(([, query = '']) => String(parse(query)));
  expect(queries.length).toBeGreaterThan(3);
  // The operator of Prometheus adds it in a cluster.
  const inCluster = new Map([...series].map(([name, labels]) => [name, new Set([...labels, 'namespace'])]));
  expect(queries.flatMap((query) => unknownIn(query, inCluster))).toEqual([]);
});

it('a query with a metric that does not exist is found', () => {
  expect(unknownIn('sum(rate(publications_totl[5m]))', series)).toEqual([
    'no metric is called publications_totl',
  ]);
  expect(unknownIn('asks_total{route="/x"}', series)).toEqual(['asks_total has no label route']);
  expect(unknownIn('sum by (target_type) (asks_total)', series)).toEqual([
    'nothing here has a label target_type',
  ]);
  expect(unknownIn('dead_letters_bucket', series)).toEqual(['no metric is called dead_letters_bucket']);
});

it('every metric of the services is used by a rule or a dashboard', () => {
  const seen = JSON.stringify([rules, dashboards]);
  const unseen = metrics.filter(({ name }) => !new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(seen));
  expect(unseen.map(({ name }) => name)).toEqual([]);
});

it('every panel of a dashboard has a description and a unit', () => {
  for (const { rows, title } of dashboards) {
    const panels = rows.flatMap((row) => row.panels);
    expect(panels.length, title).toBeGreaterThan(4);
    expect(new Set(panels.map((panel) => panel.title)).size, title).toBe(panels.length);
    for (const panel of panels) {
      expect(panel.description, panel.title).toMatch(/\w.*\.$/);
      expect(Object.keys(panel.queries).length, panel.title).toBeGreaterThan(0);
    }
  }
});

describe('an alert', () => {
  const document = readFileSync(`${ROOT}docs/monitoring.md`, 'utf8');
  const anchors = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

  it.each(alerts.map(({ alert, ...rule }) => [alert ?? '', rule] as const))(
    '%s says what is wrong, how bad it is and what to do',
    (alert, { annotations = {}, labels = {} }) => {
      expect(annotations['summary']).toMatch(/\w/);
      expect(annotations['description']).toMatch(/\.$/);
      expect(labels['severity']).toMatch(/^(page|ticket)$/);
      expect(annotations['runbook_url']).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
      expect(anchors).toContain(alert.toLowerCase());
    },
  );

  it('every service is missed when none of its replicas runs, and when one of them does not answer', () => {
    const absent = alerts
      .filter(({ alert }) => alert === 'ServiceAbsent')
      .map(({ labels }) => labels?.['job']);
    const expected = manifests.map(({ name }) => name).toSorted();
    expect(absent.toSorted()).toEqual(expected);
    for (const name of ['TargetDown', 'Restarting']) {
      const [, jobs] = /job=~"([^"]+)"/.exec(alerts.find(({ alert }) => alert === name)?.expr ?? '') ?? [];
      expect(jobs?.split('|').toSorted(), name).toEqual(expected);
    }
  });

  it('every alert has a test in which it fires and one in which it does not', () => {
    const tests = readdirSync(`${PROMETHEUS}/tests`).flatMap(
      (file) =>
        (parse(readFileSync(`${PROMETHEUS}/tests/${file}`, 'utf8')) as { tests: { name: string }[] }).tests,
    );
    const names = tests.map(({ name }) => name);
    for (const { alert = '' } of alerts) {
      expect(
        names.some((name) => name.startsWith(`${alert} fires`)),
        alert,
      ).toBe(true);
      expect(
        names.some((name) => name.startsWith(`${alert} stays quiet`)),
        alert,
      ).toBe(true);
    }
  });

  it('every alert has a section in docs/monitoring.md and every section an alert', () => {
    const described = document.slice(document.indexOf('## What to do')).matchAll(/^### (\w+)$/gm);
    const names = new Set(alerts.map(({ alert }) => alert));
    expect([...described].map(([, name]) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});

it.each(metrics.map((metric) => [metric.name, metric] as const))(
  'the metric %s is named in the style of Prometheus, with labels that have few values',
  (name, { type, help, labels }) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    if (type === 'counter') expect(name).toMatch(/_total$/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    expect(name).not.toMatch(/_(ms|millis|minutes|hours|kb|mb)$/);
    expect(help).toMatch(/\w/);
    expect(labels.filter((label) => !LABELS.includes(label))).toEqual([]);
  },
);

it('a metric is declared once or always with the same labels', () => {
  const byName = new Map(metrics.map((metric) => [metric.name, metric.labels.join()]));
  expect(metrics.filter(({ name, labels }) => byName.get(name) !== labels.join())).toEqual([]);
  const ofNode = new Set(processMetrics().map(({ name }) => name));
  expect(metrics.filter(({ name }) => ofNode.has(name))).toEqual([]);
});
