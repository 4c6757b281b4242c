import { createServer, request } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { UPLOADED_ATTACHMENTS_PATH } from '@estate/contracts';
import { receiveUploads } from '../src/uploads/receive-uploads.ts';
import type { ReceiveDeps } from '../src/uploads/receive-uploads.ts';

export interface UploadReply {
  status: number;
  body: { id: string; url: string; code?: string; error?: string };
}

export type UploadBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** What is said of a file beside its bytes. */
export interface Said {
  /** Such as `?isUnused=true`. */
  query?: string;
  mediaType?: string;
}

export interface UploadServer {
  /** Errors that the receiver does not answer by itself. */
  readonly errors: unknown[];
  upload(accountId: string, body: UploadBody, said?: Said): Promise<UploadReply>;
  /** A request whose body the test writes. */
  begin(accountId: string, query?: string): ClientRequest;
  close(): Promise<void>;
}

/** The receiver of uploads behind a server, as the internal port has it. */
export async function startUploadServer(deps: ReceiveDeps): Promise<UploadServer> {
  const receive = receiveUploads(deps);
  const errors: unknown[] = [];
  const server = createServer((incoming, response) => {
    receive(incoming, response).catch((error: unknown) => {
      errors.push(error);
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"internal"}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const addressOf = (accountId: string) =>
    `http://127.0.0.1:${String(port)}${UPLOADED_ATTACHMENTS_PATH}${accountId}`;
  return {
    errors,
    upload: async (accountId, body, { query = '', mediaType } = {}) => {
      const streamed = body instanceof ReadableStream && { duplex: 'half' };
      const headers = { ...(mediaType !== undefined && { 'content-type': mediaType }) };
      const init = { method: 'PUT', body, headers, ...streamed } as RequestInit;
      const response = await fetch(`${addressOf(accountId)}${query}`, init);
      return { status: response.status, body: (await response.json()) as UploadReply['body'] };
    },
    begin: (accountId, query = '') => request(`${addressOf(accountId)}${query}`, { method: 'PUT' }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
