import { EmailAddress } from '@estate/contracts';
import express from 'express';
import type { Express } from 'express';
import { z } from 'zod';
import { parsed } from '../parsed.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { EXAMPLE_CONTENT, READY_DOCUMENTS, feedback } from './feedback-documents.ts';
import { mailDropPage } from './mail-drop-page.ts';
import { SentMails } from './sent-mails.ts';
import type { SentMail } from './sent-mails.ts';

export interface MailDropOptions extends ListenAt {
  /** Where the inbox takes mail. */
  smtpPort: number;
  smtpHost?: string;
}

const text = (most: number) => z.string().max(most).optional();

/** A ready document by its name, or `own` for one that is written from the fields. */
const MailOrder = z.strictObject({
  to: EmailAddress,
  document: z.enum(['own', ...READY_DOCUMENTS.map(({ name }) => name)]).default('basic'),
  externalId: text(50),
  firstName: text(100),
  lastName: text(100),
  email: text(254),
  phone: text(100),
  message: text(10_000),
});

/** Starts a page that sends inquiries to the inbox as platforms do. */
export async function startMailDrop(options: MailDropOptions): Promise<WebServer> {
  const mails = new SentMails({ host: options.smtpHost ?? '127.0.0.1', port: options.smtpPort });
  const send = (order: unknown) => mails.send(outgoingOf(order));
  const app = webApp();
  addApi(app, mails, send);
  addPage(app, mails, send);
  const web = await serve(app, options);
  return {
    ...web,
    close: async () => {
      await web.close();
      mails.close();
    },
  };
}

function outgoingOf(order: unknown) {
  const { to, document, ...fields } = parsed(MailOrder, order);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
  const content = { ...EXAMPLE_CONTENT, ...given };
  const ready = READY_DOCUMENTS.find(({ name }) => name === document);
  const xml = ready
    ? ready.bytes(content)
    : Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${feedback(content)}\n`);
  return { to, document, xml, text: `Neue Anfrage zu ${content.externalId}. Die Daten sind im Anhang.` };
}

type Send = (order: unknown) => Promise<SentMail>;

function addApi(app: Express, mails: SentMails, send: Send): void {
  app.get('/api/documents', (_request, response) => {
    response.json(READY_DOCUMENTS.map(({ name, title, ends }) => ({ name, title, ends })));
  });
  app.get('/api/mails', (_request, response) => void response.json(mails.all()));
  app.post('/api/mails', express.json(), async (request, response) => {
    const mail = await send(request.body);
    response.status(mail.accepted ? 201 : 502).json(mail);
  });
}

function addPage(app: Express, mails: SentMails, send: Send): void {
  app.get('/', (request, response) => {
    const { to, externalId } = request.query;
    response.send(
      mailDropPage(mails.all(), {
        ...(typeof to === 'string' && { to }),
        ...(typeof externalId === 'string' && { externalId }),
      }),
    );
  });
  app.post('/send', express.urlencoded({ extended: false }), async (request, response) => {
    const { to, externalId } = request.body as Record<string, string>;
    await send(request.body);
    response.redirect(
      303,
      `/?${new URLSearchParams({ to: to ?? '', externalId: externalId ?? '' }).toString()}`,
    );
  });
}
