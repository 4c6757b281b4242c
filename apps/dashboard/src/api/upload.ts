import { Client } from '@estate/client';
import { withSession } from './client.ts';

export interface UploadOptions {
  /** Called with the number of bytes that were sent; a retry begins at 0. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** A client for one upload that reports its progress. */
export const uploader = (onProgress: UploadOptions['onProgress']): Client =>
  new Client({ baseUrl: '', fetch: withSession(fetchWithProgress(onProgress)) });

/** `fetch` itself does not report the progress of a request body. */
const fetchWithProgress =
  (onProgress: UploadOptions['onProgress']): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, input instanceof Request ? input.url : String(input));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The upload was interrupted.'));
      request.onabort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as Blob);
    });

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const end = line.indexOf(':');
    return [line.slice(0, end), line.slice(end + 1).trim()];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
