import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it, with its attributes flattened. */
export interface CollectedSpan {
  service: string;
  name: string;
  /** The number in OTLP: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  failed: boolean;
  attributes: Record<string, unknown>;
}

export interface Collector {
  url: string;
  readonly spans: readonly CollectedSpan[];
  /** Every received body. */
  readonly bodies: readonly string[];
  /** The headers of the last request. */
  readonly headers: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A collector of traces (OTLP over HTTP, as JSON) on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let headers: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      ({ headers } = request);
      bodies.push(body);
      spans.push(...spansIn(JSON.parse(body) as Exported));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    bodies,
    get headers() {
      return headers;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'service' | 'failed' | 'attributes'> & {
        attributes: Attribute[];
        status: { code?: number };
      })[];
    }[];
  }[];
}

const FAILED = 2;

const spansIn = ({ resourceSpans }: Exported): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ attributes, status, ...span }) => ({
        ...span,
        service: String(flat(resource.attributes)['service.name']),
        failed: status.code === FAILED,
        attributes: flat(attributes),
      })),
  );

const flat = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
