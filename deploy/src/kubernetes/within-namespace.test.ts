import { describe, expect, it } from 'vitest';
import { withinNamespace } from './within-namespace.ts';

describe('an expression for one namespace', () => {
  it.each([
    ['up', 'up{namespace="homes"}'],
    ['up{job="nats"} == 0', 'up{namespace="homes",job="nats"} == 0'],
    ['up{}', 'up{namespace="homes"}'],
    [
      'sum by (job) (rate(asks_total[5m])) / api:http_errors:ratio_rate5m',
      'sum by (job) (rate(asks_total{namespace="homes"}[5m])) / api:http_errors:ratio_rate5m{namespace="homes"}',
    ],
    ['kube_pod_info{namespace="estate"}', 'kube_pod_info{namespace="estate"}'],
    ['certificate_seconds{exported_namespace="estate"}', 'certificate_seconds{exported_namespace="estate"}'],
    ['node_load1 > 4', 'node_load1 > 4'],
    ['time() - max(last_seconds{a="}"})', 'time() - max(last_seconds{namespace="homes",a="}"})'],
  ])('in an expression for one namespace, %s becomes %s', (expression, narrowed) => {
    expect(withinNamespace(expression, 'homes')).toBe(narrowed);
  });
});
