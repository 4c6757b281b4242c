import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Hosted {
  body: Buffer | string;
  status?: number;
  headers?: Record<string, string>;
  /** Answers in its own way. */
  answer?: (response: ServerResponse) => void;
}

export interface AttachmentHost {
  readonly files: Map<string, Hosted>;
  /** Paths and statuses of the answers, in order. */
  readonly answers: { path: string; status: number; headers: IncomingHttpHeaders }[];
  url(path: string): string;
  close(): Promise<void>;
}

/** A small web server on loopback, as a customer has one for pictures; knows ETags. */
export async function startAttachmentHost(): Promise<AttachmentHost> {
  const files = new Map<string, Hosted>();
  const answers: AttachmentHost['answers'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const file = files.get(path);
    const unchanged = file?.headers?.['etag'] !== undefined && request.headers['if-none-match'] === file.headers['etag'];
    const status = file ? (unchanged ? 304 : (file.status ?? 200)) : 404;
    answers.push({ path, status, headers: request.headers });
    if (file?.answer) {
      file.answer(response);
      return;
    }
    response.writeHead(status, file?.headers).end(unchanged ? undefined : file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    files,
    answers,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
