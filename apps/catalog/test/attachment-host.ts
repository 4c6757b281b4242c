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
  const server = createServer(({ url: path = '/', headers }, response) => {
    const file = files.get(path);
    const status = statusFor(file, headers);
    answers.push({ path, status, headers });
    if (file?.answer) file.answer(response);
    else response.writeHead(status, file?.headers).end(status === 304 ? undefined : file?.body);
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

function statusFor(file: Hosted | undefined, asked: IncomingHttpHeaders): number {
  if (!file) return 404;
  const { etag } = file.headers ?? {};
  return etag !== undefined && etag === asked['if-none-match'] ? 304 : (file.status ?? 200);
}
