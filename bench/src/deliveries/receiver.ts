import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A webhook receiver that answers at once below /good, late below /slow and never below /dead, and counts.
const EVENT_ID = /"eventId":"([^"]+)"/;
const EVENT_TIME = /"eventTime":"([^"]+)"/;
const SLOW_MS = 3000;

let seen = new Set<string>();
let latenciesMs: number[] = [];
let received = 0;
let lastMs = 0;

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/reset') {
    seen = new Set();
    latenciesMs = [];
    received = 0;
    response.end();
    return;
  }
  if (url === '/stats') {
    response.end(JSON.stringify({ distinct: seen.size, received, lastMs, ...quantiles() }));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    if (url.startsWith('/good')) count(url, body);
    answer(url, response);
  });
});
server.keepAliveTimeout = 60_000;

function answer(url: string, response: ServerResponse): void {
  if (url.startsWith('/dead')) return;
  if (url.startsWith('/slow')) setTimeout(() => response.end('late'), SLOW_MS);
  else response.end('ok');
}

function count(url: string, body: string): void {
  received += 1;
  const key = `${url} ${EVENT_ID.exec(body)?.[1] ?? ''}`;
  if (seen.has(key)) return;
  seen.add(key);
  lastMs = Date.now();
  latenciesMs.push(lastMs - Date.parse(EVENT_TIME.exec(body)?.[1] ?? ''));
}

function quantiles(): { p50Ms: number; p99Ms: number } {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready: ${String((server.address() as AddressInfo).port)}\n`);
});
