import { describe, expect, it } from 'vitest';
import { declaredIn } from './declared-metrics.ts';

describe('metrics read off a source', () => {
  it('are those that it declares, in whatever way', () => {
    const text = `
      const total = metrics.counter('a_total', 'A.', ['outcome']);
      this.#b = host.metrics.histogram('b_seconds', 'B.');
      metrics.slowHistogram('c_seconds', 'C.').observe(1);
      this.#options.metrics.measured({ name: 'd', help: 'D.', labels: ['x', 'y'] }, () => []);
      others.gauge('no_metric', 'No.');
    `;
    expect(
      declaredIn('x.ts', text).map(({ name, type, help, labels }) => [name, type, help, labels]),
    ).toEqual([
      ['a_total', 'counter', 'A.', ['outcome']],
      ['b_seconds', 'histogram', 'B.', []],
      ['c_seconds', 'histogram', 'C.', []],
      ['d', 'gauge', 'D.', ['x', 'y']],
    ]);
  });

  it('must be written in plain texts', () => {
    expect(() => declaredIn('x.ts', 'metrics.counter(name, "A.")')).toThrow(
      'x.ts: a metric must be declared',
    );
    expect(() => declaredIn('x.ts', 'metrics.measured(GAUGE, () => [])')).toThrow('plain texts');
  });
});
