import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from '@estate/observability';
import { problem, refusal } from './problem.ts';
import type { HttpRefusal } from './problem.ts';

const REFUSALS: Record<string, HttpRefusal> = {
  HPE_HEADER_OVERFLOW: refusal(
    431,
    'headers-too-large',
    'The URL and the headers together are larger than 16 KiB.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'request-timeout', 'The request did not arrive in time.'),
};

const MALFORMED = refusal(400, 'malformed-request', 'The request is not valid HTTP.');

/** Answers malformed requests in the common format, and closes the connection. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, body } = problem(REFUSALS[error.code ?? ''] ?? MALFORMED, newRequestId());
    const payload = JSON.stringify(body);
    socket.end(
      [
        `HTTP/1.1 ${String(status)} ${body.error}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${String(Buffer.byteLength(payload))}`,
        `X-Request-Id: ${body.requestId}`,
        'Connection: close',
        '',
        payload,
      ].join('\r\n'),
    );
  });
}
