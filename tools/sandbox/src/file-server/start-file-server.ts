import { InvalidInput, NotFound } from '@estate/errors';
import express from 'express';
import type { Express, Request, Response } from 'express';
import { html } from '../html.ts';
import { page, table } from '../page-layout.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { FAILURE_PATHS, addFailurePaths } from './failure-paths.ts';
import { MEDIA_NAMES, MediaLibrary, servedFile } from './media-library.ts';
import type { ServedFile } from './media-library.ts';

const MAX_UPLOAD = '20mb';

function send(response: Response, file: ServedFile): void {
  response.set('etag', file.etag).set('last-modified', file.lastModified.toUTCString());
  response.set('cache-control', 'no-cache').set('content-type', file.type);
  response.send(file.bytes); // answers 304 by itself when the client's copy is fresh
}

function variantOf(request: Request): number {
  const { n } = request.query;
  if (n === undefined) return 1;
  const variant = Number(n);
  if (!Number.isInteger(variant) || variant < 0) throw new InvalidInput('n must be a whole number.');
  return variant;
}

function addFiles(app: Express, library: MediaLibrary): void {
  for (const name of MEDIA_NAMES) {
    app.get(`/${name}`, async (request, response) => {
      const file = await library.get(name, variantOf(request));
      if (!file) throw new NotFound('There is no such file.');
      send(response, file);
    });
  }
  const placed = new Map<string, ServedFile>();
  const raw = express.raw({ type: () => true, limit: MAX_UPLOAD });
  app.put('/files/:name', raw, (request: Request<{ name: string }>, response) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const type = request.get('content-type') ?? 'application/octet-stream';
    placed.set(request.params.name, servedFile(bytes, type, new Date()));
    response.status(204).end();
  });
  app.get('/files/:name', (request: Request<{ name: string }>, response) => {
    const file = placed.get(request.params.name);
    if (!file) throw new NotFound('There is no such file.');
    send(response, file);
  });
}

function indexPage(): string {
  const tiles = MEDIA_NAMES.map((name) => {
    const cover = name.endsWith('.pdf')
      ? html`<div class="no-picture">PDF</div>`
      : html`<img src="/${name}" alt="${name}" loading="lazy" />`;
    return html`<article class="card tile">
      <a class="cover" href="/${name}"
        >${cover}
        <div class="text"><strong>${name}</strong></div></a
      >
    </article>`;
  });
  const failures = Object.entries(FAILURE_PATHS).map(
    ([path, text]) =>
      html`<tr>
        <td>
          <a href="${path}"><code>${path}</code></a>
        </td>
        <td>${text}</td>
      </tr>`,
  );
  const body = html`<h2>Files</h2>
    <p class="soft">Add <code>?n=17</code> for another image of the same kind.</p>
    <div class="grid">${tiles}</div>
    <h2>Intentional failures</h2>
    ${table(failures)}`;
  return page({ title: 'File server', subtitle: 'hosts the attachments of the examples', body });
}

/** Starts a server that hosts attachments: photos, a floor plan, an exposé, and addresses that fail. */
export async function startFileServer(at: ListenAt): Promise<WebServer> {
  const app = webApp();
  const library = new MediaLibrary();
  addFiles(app, library);
  addFailurePaths(app, library);
  app.get('/', (_request, response) => void response.send(indexPage()));
  return serve(app, at);
}
