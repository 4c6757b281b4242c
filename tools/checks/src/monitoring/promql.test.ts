import { expect, it } from 'vitest';
import { namesIn } from './promql.ts';

const metrics = (expression: string) => namesIn(expression).selectors.map(({ metric }) => metric);

it('names in a PromQL expression are metrics with the labels they are narrowed by', () => {
  expect(namesIn('rate(asks_total{operation="x", outcome=~"a|b"}[5m])')).toEqual({
    selectors: [{ metric: 'asks_total', labels: ['operation', 'outcome'] }],
    grouping: [],
  });
});

it('names in a PromQL expression are labels of groups and joins, before and behind the brackets', () => {
  const named = namesIn(
    'sum by (job, le) (a_total) / on (job) group_left (version) sum(b_total) without (instance)',
  );
  expect(named.selectors.map(({ metric }) => metric)).toEqual(['a_total', 'b_total']);
  expect(named.grouping).toEqual(['job', 'le', 'job', 'version', 'instance']);
});

it('names in a PromQL expression are not functions, keywords, numbers, durations or texts', () => {
  expect(
    metrics(
      `histogram_quantile(0.99, sum by (le) (rate(x_bucket{path="sum(y_total)"}[5m] offset 1h))) > 1e3 and up == bool 1 or vector(0)`,
    ),
  ).toEqual(['x_bucket', 'up']);
});

it('names in a PromQL expression are recorded series and bare metrics', () => {
  expect(metrics('consumer:dead_letters:max > 0 unless absent(up)')).toEqual([
    'consumer:dead_letters:max',
    'up',
  ]);
});

it('names in a PromQL expression are found behind subqueries and in texts with brackets', () => {
  expect(metrics(`max_over_time(rate(a_total{b='}'}[5m])[1h:1m]) - c`)).toEqual(['a_total', 'c']);
});
