import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Span as RecordedSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { OpenSpan, Recorder, SpanAbout } from './span.ts';
import { parseTraceparent } from './trace.ts';

/** The maximum number of queued spans; more are dropped, so that an absent collector costs a bounded amount of memory. */
const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
const EXPORT_EVERY_MS = 1000;
const EXPORT_TIMEOUT_MS = 5000;
const CLOSE_MS = 3000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const SAMPLERS = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
} satisfies Record<string, (ratio: number) => Sampler>;

export interface TracingOptions {
  /** The name of the service in traces. */
  service: string;
  /** The URL of a collector for OTLP over HTTP, without `/v1/traces`; absent: nothing is recorded. */
  endpoint?: string | undefined;
  /** `name=value` pairs, separated by commas. */
  headers?: string | undefined;
  sampler: keyof typeof SAMPLERS;
  /** The share of traces that the ratio samplers keep, 0 to 1. */
  ratio: number;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** Records steps and sends them to a collector in batches; steps that cannot be sent are dropped. */
export function otlpRecorder(options: TracingOptions & { endpoint: string }): Recorder & {
  close(): Promise<void>;
} {
  const { endpoint, headers, service, sampler, ratio } = options;
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({
    url,
    headers: headersFrom(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter: reported(exporter, options),
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'estate',
    'service.instance.id': `${hostname()}-${String(process.pid)}`,
  });
  const provider = new TracerProvider({
    resource,
    sampler: SAMPLERS[sampler](ratio),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('estate');
  return {
    begin: ({ name, kind = 'internal', attributes = {} }: SpanAbout, parent) =>
      opened(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))),
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), delay(CLOSE_MS, undefined, { ref: false })]),
  };
}

/** Parses `a=1,b=2` with percent-encoded values, as in the environment variable. */
export function headersFrom(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = parent;
  const traceFlags = flags === '01' ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function opened(span: RecordedSpan): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    note: (attributes) => void span.setAttributes(attributes),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => {
      span.end();
    },
  };
}

/** Logs one line when a collector becomes unavailable and one when it is back, not one for each batch. */
function reported(exporter: SpanExporter, { log, endpoint }: Pick<TracingOptions, 'log' | 'endpoint'>) {
  let isAway = false;
  const collector = endpoint === undefined ? '' : new URL(endpoint).host;
  return {
    export: (spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]) => {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway) log.warn({ collector, err: result.error }, 'traces.dropped');
        if (!failed && isAway) log.info({ collector }, 'traces.sent-again');
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  } satisfies SpanExporter;
}
