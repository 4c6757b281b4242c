import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach } from 'vitest';
import { runEstate } from './index.ts';
import type { Terminal } from './surroundings.ts';

export const KEY = 'rek_live_x';
export const idOf = (number: number) => String(number).padStart(20, '0');

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  body?: object;
  etag?: string;
}

const closing: (() => Promise<unknown>)[] = [];
let folder: string;
/** The home directory of the runs of a test. */
export const home = (): string => folder;

/** Gives each test of a file its own home directory, and closes its services. */
export function eachAtHome(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'estate-cli-'));
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
    rmSync(folder, { recursive: true });
  });
}

/** Serves responses; undefined leaves a call without a response. */
export async function serve(answer: (asked: Asked) => Answer | undefined) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const { method = '', headers } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
      asked.push(one);
      const answered = answer(one);
      if (!answered) return;
      const { status = 200, body: sent = {}, etag } = answered;
      if (etag !== undefined) response.setHeader('etag', etag);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  closing.push(close);
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked, close };
}

export interface Run {
  environment?: Record<string, string>;
  input?: string;
  terminal?: Terminal;
  /** Called with every line of the output. */
  onLine?: (line: string, end: () => void) => void;
  /** Ends the run, like a signal ends the process. */
  ending?: AbortController;
}

export async function estate(
  args: readonly string[],
  { environment = {}, input = '', terminal, onLine, ending = new AbortController() }: Run = {},
) {
  let out = '';
  let err = '';
  const code = await runEstate(args, {
    environment: { XDG_CONFIG_HOME: folder, ...environment },
    input: Readable.from([input]),
    terminal,
    out: (text) => {
      out += text;
      onLine?.(text, () => {
        ending.abort();
      });
    },
    err: (text) => {
      err += text;
    },
    signal: ending.signal,
  });
  return { code, out, err };
}

export const signedIn = (url: string) => ({ environment: { ESTATE_URL: url, ESTATE_API_KEY: KEY } });
