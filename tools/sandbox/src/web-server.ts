import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '@estate/errors';
import type { ErrorKind } from '@estate/errors';
import express from 'express';
import type { ErrorRequestHandler, Express } from 'express';
import { PAGE_POLICY } from './page-layout.ts';

export interface WebServer {
  port: number;
  /** The address, with a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** An Express application with the sandbox's safe defaults. */
export function webApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set('x-content-type-options', 'nosniff').set('content-security-policy', PAGE_POLICY);
    next();
  });
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  return app;
}

const STATUS: Record<ErrorKind, number> = {
  'invalid-input': 400,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  unavailable: 503,
};

function statusOf(error: unknown): number {
  if (error instanceof ServiceError) return STATUS[error.kind];
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const message = error instanceof Error ? error.message : 'unexpected';
  response.status(statusOf(error)).json({ error: message });
};

/** The loopback interface, on which a sandbox listens by default. */
export const LOOPBACK = '127.0.0.1';

/** The address of a server; port 0 takes a free one. */
export interface ListenAt {
  port: number;
  /** By default the loopback interface only. */
  host?: string | undefined;
}

/** Listens, by default on the loopback interface only. Closing cuts open connections. */
export async function serve(app: Express, { port, host = LOOPBACK }: ListenAt): Promise<WebServer> {
  app.use(answerError);
  const server = createServer(app);
  server.listen(port, host);
  await once(server, 'listening');
  const actual = (server.address() as AddressInfo).port;
  return {
    port: actual,
    url: `http://localhost:${actual}/`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
