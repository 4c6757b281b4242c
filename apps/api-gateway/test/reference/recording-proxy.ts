import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that arrived, with the status of its answer. */
export interface RecordedCall {
  operation: string;
  body?: unknown;
  /** The bytes, in Base64, of a body that is not JSON. */
  upload?: string;
  /** Whether it may be retried: it carries an Idempotency-Key. */
  hasIdempotencyKey?: true;
  status: number;
}

export interface RecordingProxy {
  address: string;
  /** The calls since the last time this was asked for. */
  take(): RecordedCall[];
  close(): Promise<void>;
}

/** Sends every call on to a port of this machine and notes it. */
export async function startRecordingProxy(port: number): Promise<RecordingProxy> {
  let calls: RecordedCall[] = [];
  const server = createServer((request, response) => {
    const forward = async () => {
      const bytes = await bytesOf(request);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const answer = await fetch(`http://127.0.0.1:${String(port)}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
        ...(bytes.length > 0 && { body: bytes }),
        redirect: 'manual',
      });
      calls.push({
        operation: `${request.method ?? ''} ${request.url ?? ''}`,
        ...bodyOf(headers['content-type'], bytes),
        ...(headers['idempotency-key'] !== undefined && { hasIdempotencyKey: true as const }),
        status: answer.status,
      });
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    forward().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => {
          done();
        });
      }),
  };
}

function bodyOf(mediaType: string | undefined, bytes: Buffer): Pick<RecordedCall, 'body' | 'upload'> {
  if (bytes.length === 0) return {};
  if (mediaType === 'application/json') return { body: JSON.parse(bytes.toString()) as unknown };
  return { upload: bytes.toString('base64') };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
