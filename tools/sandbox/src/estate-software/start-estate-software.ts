import { NotFound } from '@estate/errors';
import express from 'express';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { MediaLibrary } from '../file-server/media-library.ts';
import { parsed } from '../parsed.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { estateSoftwarePage } from './estate-software-page.ts';
import { photoFiles } from './offer-files.ts';
import { Connection } from './office-state.ts';
import { Office } from './office.ts';
import type { Edit } from './office.ts';
import { followResults } from './follow-results.ts';
import { STOCK } from './stock.ts';

export interface EstateSoftwareOptions extends ListenAt {
  /** The folder of the settings, the edits and the exports; a restart continues with them. */
  directory: string;
}

const Edited = z.strictObject({
  price: z.number().min(0).max(1e9).nullable().optional(),
  isRemoved: z.boolean().optional(),
  isBroken: z.boolean().optional(),
});
const Order = z.strictObject({ scope: z.enum(['VOLL', 'TEIL']) });
const Id = z.coerce.number().int();

/** Starts the estate software of an agency, which exports its stock by FTP like such programs. */
export async function startEstateSoftware(options: EstateSoftwareOptions): Promise<WebServer> {
  const library = new MediaLibrary();
  const office = await Office.open(options.directory, library);
  const app = webApp();
  addApi(app, office);
  addPages(app, office);
  addPhotos(app, library);
  const web = await serve(app, options);
  const following = followResults(office);
  return {
    ...web,
    close: async () => {
      await following.stop();
      await web.close();
    },
  };
}

function addApi(app: Express, office: Office): void {
  app.get('/api/version', (_request, response) => void response.json({ version: office.version }));
  app.get('/api/objects', (_request, response) => {
    const objects = office.objects().map(({ offer: { number, title }, edits, price, state }) => ({
      ...{ number, title, price, state, ...edits },
    }));
    response.json(objects);
  });
  app.get('/api/exports', (_request, response) => void response.json(office.transfers));
  app.get('/api/connection', (_request, response) => {
    const { host, port, user, folder } = office.connection ?? {};
    response.json({ host, port, user, folder });
  });
  app.put('/api/connection', express.json(), async (request, response) => {
    await office.connect(parsed(Connection, request.body));
    response.status(204).end();
  });
  app.put('/api/objects/:number', express.json(), async (request: Request<{ number: string }>, response) => {
    await office.edit(request.params.number, parsed(Edited, request.body));
    response.status(204).end();
  });
  app.post('/api/exports', express.json(), async (request, response) => {
    const transfer = await office.export(parsed(Order, request.body).scope);
    response.status(transfer.state === 'sent' ? 201 : 502).json(transfer);
  });
}

const EDITS: Readonly<Record<string, Edit>> = {
  remove: { isRemoved: true },
  restore: { isRemoved: false },
  break: { isBroken: true },
  repair: { isBroken: false },
};

const Price = z.coerce.number().min(0).max(1e9);

function addPages(app: Express, office: Office): void {
  const form = express.urlencoded({ extended: false });
  app.get('/', (_request, response) => void response.send(estateSoftwarePage(office)));
  app.post('/connection', form, async (request, response) => {
    await office.connect(parsed(Connection, request.body));
    response.redirect(303, '/');
  });
  app.post('/exports', form, async (request, response) => {
    await office.export(parsed(Order, request.body).scope);
    response.redirect(303, '/#exports');
  });
  app.post('/exports/:id/result', async (request: Request<{ id: string }>, response) => {
    await office.lookForResult(parsed(Id, request.params.id));
    response.redirect(303, '/#exports');
  });
  app.post('/objects/:number', form, async (request: Request<{ number: string }>, response) => {
    const { price, action = '' } = request.body as { price?: string; action?: string };
    const edit = EDITS[action] ?? { price: parsed(Price, price) };
    await office.edit(request.params.number, edit);
    response.redirect(303, `/#${encodeURIComponent(request.params.number)}`);
  });
}

function addPhotos(app: Express, library: MediaLibrary): void {
  app.get('/photos/:number', async (request: Request<{ number: string }>, response) => {
    const offer = STOCK.find(({ number }) => number === request.params.number);
    const [title] = offer ? photoFiles(offer) : [];
    const file = await (title && library.get(title.drawing, title.variant));
    if (!file) throw new NotFound('The photo does not exist.');
    response.set('content-type', file.type).set('cache-control', 'max-age=3600').send(file.bytes);
  });
}
