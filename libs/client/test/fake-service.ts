import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Of a file, its text. */
  body: unknown;
}

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is. */
  text?: string;
  /** Ends the connection: before the answer, or in the middle of it. */
  cut?: 'before' | 'within';
}

export interface FakeService {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

function bodyOf({ 'content-type': mediaType }: IncomingHttpHeaders, text: string): unknown {
  if (mediaType !== 'application/json') return text === '' ? undefined : text;
  return JSON.parse(text);
}

/** Answers what `script` says; a script that returns undefined leaves the request hanging. */
export async function startFakeService(
  script: (request: Received, count: number) => Scripted | undefined,
): Promise<FakeService> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const text = Buffer.concat(chunks).toString('utf8');
      const one: Received = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: bodyOf(request.headers, text),
      };
      received.push(one);
      const answer = script(one, received.length);
      if (answer) write(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function write(response: ServerResponse, { status = 200, headers, body, text, cut }: Scripted): void {
  if (cut === 'before') {
    response.destroy();
    return;
  }
  const payload = text ?? JSON.stringify(body ?? {});
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...headers,
  });
  if (cut === 'within') {
    response.write(payload.slice(0, 1), () => response.destroy());
    return;
  }
  response.end(payload);
}

/** An error answer in the service's one shape. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: { error: 'Refused', message: `Refused: ${code}.`, statusCode: status, code, requestId: 'req-1' },
});
