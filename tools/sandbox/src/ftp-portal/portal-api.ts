import express from 'express';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { addFaultApi } from '../faults.ts';
import { parsed } from '../parsed.ts';
import { ftpFaults } from './ftp-faults.ts';
import type { PortalContext } from './portal-context.ts';
import { portalOf } from './portal-context.ts';
import type { UserPortal } from './user-portal.ts';

const LostObject = z.strictObject({ user: z.string(), number: z.string() });
const ImportOrder = z.strictObject({ held: z.boolean() });

function chosen(context: PortalContext, request: Request): readonly UserPortal[] {
  const { user } = request.query;
  return typeof user === 'string' ? [portalOf(context.users, user)] : [...context.users.values()];
}

/** The JSON interface; a response is never older than the import of a package that arrived before the request. */
export function addPortalApi(app: Express, context: PortalContext): void {
  const { faults, log, reports, settled, version } = context;
  app.get('/api/version', (_request, response) => void response.json({ version: version() }));
  app.get('/api/objects', async (request, response) => {
    await settled();
    response.json(chosen(context, request).flatMap(({ state }) => Object.values(state.objects)));
  });
  app.delete('/api/objects', async (request, response) => {
    const { user, number } = parsed(LostObject, request.query);
    await portalOf(context.users, user).lose(number);
    response.status(204).end();
  });
  app.get('/api/packages', async (request, response) => {
    await settled();
    response.json(chosen(context, request).flatMap(({ state }) => state.packages));
  });
  app.get('/api/files', async (request, response) => {
    const lists = chosen(context, request).map(async (portal) =>
      (await portal.files()).map((file) => ({ user: portal.name, ...file })),
    );
    response.json((await Promise.all(lists)).flat());
  });
  app.get('/api/log', (_request, response) => void response.json(log.entries()));
  app.put('/api/imports', express.json(), (request, response) => {
    const { held } = parsed(ImportOrder, request.body);
    for (const portal of context.users.values()) {
      if (held) portal.hold();
      else portal.release();
    }
    response.status(204).end();
  });
  app.get('/api/reports', (_request, response) => void response.json(reports.sent()));
  app.put('/api/reports', express.json(), (request, response) => {
    reports.order(request.body);
    response.status(204).end();
  });
  addFaultApi(app, faults, ftpFaults);
}
