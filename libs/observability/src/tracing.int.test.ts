import { afterEach, describe, expect, it } from 'vitest';
import { startCollector } from '@estate/testing';
import type { Collector } from '@estate/testing';
import { currentTrace, withSpan, withTrace } from './trace.ts';
import { startTracing } from './tracing.ts';
import type { TracingOptions } from './otlp-recorder.ts';

const lines: string[] = [];
const log = {
  info: (_fields: unknown, line?: string) => void lines.push(line ?? ''),
  warn: (_fields: unknown, line?: string) => void lines.push(line ?? ''),
} as TracingOptions['log'];
const base = { service: 'test', sampler: 'parentbased_always_on', ratio: 1, log } as const;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  lines.length = 0;
});

async function collector(): Promise<Collector> {
  const started = await startCollector();
  closing.push(() => started.close());
  return started;
}

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
const server = { name: 'GET /things', kind: 'server' } as const;

describe('traces over OTLP', () => {
  it('traces over OTLP show the steps of one request as one tree below the caller, also after a pause', async () => {
    const to = await collector();
    const headers = 'x-token=a%3Db, x-other=1';
    const tracing = await startTracing({ ...base, endpoint: `${to.url}/`, headers });
    let carried: string | undefined;
    await withTrace({ traceparent: `${PARENT}-01`, span: server }, async (span) => {
      span.note({ 'http.response.status_code': 200 });
      await Promise.resolve();
      await withSpan({ name: 'ask', kind: 'client' }, async () => {
        await Promise.resolve();
        carried = currentTrace()?.traceparent;
      });
    });
    await withSpan({ name: 'later', of: { requestId: 'req-1', traceparent: carried ?? '' } }, () =>
      Promise.resolve(),
    );
    await tracing.close();
    const [ask, root, later] = ['ask', 'GET /things', 'later'].map((name) =>
      to.spans.find((span) => span.name === name),
    );
    expect(new Set(to.spans.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
    expect(root).toMatchObject({ service: 'test', kind: 2, parentSpanId: 'b'.repeat(16), failed: false });
    expect(root?.attributes).toEqual({ 'http.response.status_code': 200 });
    expect(ask).toMatchObject({ kind: 3, parentSpanId: root?.spanId });
    expect(later).toMatchObject({ kind: 1, parentSpanId: ask?.spanId });
    expect(to.headers).toMatchObject({ 'x-token': 'a=b', 'x-other': '1' });
  });

  it('traces over OTLP show that a step failed and the kind of error, never its message', async () => {
    const to = await collector();
    const tracing = await startTracing({ ...base, endpoint: to.url });
    const failing = withTrace({ span: server }, () => Promise.reject(new TypeError('pl4nted secret')));
    await expect(failing).rejects.toThrow('pl4nted');
    expect(() =>
      withTrace({ span: server }, () => {
        throw Object.assign(new Error('pl4nted'), { code: 'ECONNREFUSED' });
      }),
    ).toThrow();
    await tracing.close();
    expect(to.spans.map(({ failed, attributes }) => [failed, attributes['error.type']])).toEqual([
      [true, 'TypeError'],
      [true, 'ECONNREFUSED'],
    ]);
    expect(to.bodies.join('')).not.toContain('pl4nted');
  });

  it('traces over OTLP leave out what the caller or the ratio did not sample, and propagate that', async () => {
    const to = await collector();
    const tracing = await startTracing({ ...base, endpoint: to.url });
    const unsampled = withTrace({ traceparent: `${PARENT}-00`, span: server }, () => currentTrace());
    expect(unsampled?.traceparent).toMatch(/-00$/);
    await tracing.close();
    const none = await startTracing({ ...base, endpoint: to.url, sampler: 'traceidratio', ratio: 0 });
    withTrace({ span: server }, () => undefined);
    await none.close();
    expect(to.spans).toEqual([]);
  });

  it('traces over OTLP do no harm while the collector is unavailable: work goes on, memory stays bounded, one line is logged', async () => {
    const away = await startCollector();
    await away.close();
    const tracing = await startTracing({ ...base, endpoint: away.url });
    for (let done = 0; done < 10_000; done += 1) withTrace({ span: server }, () => done);
    const answer = await withTrace({ span: server }, () => Promise.resolve('answered'));
    await tracing.close();
    expect(answer).toBe('answered');
    expect(lines.filter((line) => line === 'traces.dropped').length).toBeLessThan(2);
  });

  it('traces over OTLP are not recorded without an endpoint, and the trace id is still propagated', async () => {
    const tracing = await startTracing(base);
    const seen = withTrace({ traceparent: `${PARENT}-01`, span: server }, (span) => {
      expect(span.traceparent).toBeUndefined();
      return withSpan({ name: 'inside' }, () => currentTrace());
    });
    expect(seen?.traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-01$/);
    await tracing.close();
  });
});
