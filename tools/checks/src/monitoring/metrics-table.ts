import { serviceNames } from '@estate/manifests';
import type { KnownMetric } from './known-metrics.ts';

const BEGIN = '<!-- metrics: written by tools/checks/src/monitoring.ts -->';
const END = '<!-- /metrics -->';

/** The document with its table of metrics made anew. */
export function withTable(document: string, metrics: readonly KnownMetric[]): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the document must hold ${BEGIN} and ${END}`);
  return `${document.slice(0, begin)}${BEGIN}\n\n${table(metrics)}\n\n${document.slice(end)}`;
}

const table = (metrics: readonly KnownMetric[]): string =>
  [
    '| Metric | Type | Labels | Exported by | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...metrics.map(
      ({ name, type, labels, services, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${everyone(services)} | ${help} |`,
    ),
  ].join('\n');

const everyone = (services: readonly string[]): string =>
  services.length === serviceNames.length ? 'all' : services.join(', ');
