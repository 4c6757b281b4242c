import { EmailAddress } from '@estate/contracts';
import express from 'express';
import type { Express } from 'express';
import { z } from 'zod';
import { parsed } from '../parsed.ts';
import { serve, webApp } from '../web-server.ts';
import type { ListenAt, WebServer } from '../web-server.ts';
import { EXAMPLE_CONTENT, READY_DOCUMENTS, feedback } from './feedback-documents.ts';
import { mailDropPage } from './mail-drop-page.ts';
import { receiveMails } from './received-mails.ts';
import type { ReceivedMails } from './received-mails.ts';
import { SentMails } from './sent-mails.ts';
import type { SentMail } from './sent-mails.ts';

export interface MailDropOptions extends ListenAt {
  /** The port on which the inbox accepts mail. */
  smtpPort: number;
  smtpHost?: string;
  /** The port for emails of the service to customers; 0 for a free port. */
  receivePort?: number;
}

const text = (most: number) => z.string().max(most).optional();

/** A ready document by its name, or `own` for one from the fields. */
const MailOrder = z.strictObject({
  to: EmailAddress,
  document: z.enum(['own', ...READY_DOCUMENTS.map(({ name }) => name)]).default('basic'),
  externalId: text(50),
  title: text(200),
  firstName: text(100),
  lastName: text(100),
  email: text(254),
  phone: text(100),
  message: text(10_000),
});

export interface MailDrop extends WebServer {
  receivePort: number;
}

/** Starts a page that sends inquiries to the inbox like platforms, and a mail server for the emails of the service to customers. */
export async function startMailDrop(options: MailDropOptions): Promise<MailDrop> {
  const { host, receivePort = 0 } = options;
  const received = await receiveMails({ port: receivePort, host });
  const mails = new SentMails({ host: options.smtpHost ?? '127.0.0.1', port: options.smtpPort });
  const send = (order: unknown) => mails.send(outgoingOf(order));
  const app = webApp();
  addApi(app, mails, send);
  addReceived(app, received);
  addPage(app, { mails, received, send });
  const web = await serve(app, options);
  return {
    ...web,
    receivePort: received.port,
    close: async () => {
      await web.close();
      await received.close();
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

const Refusal = z.strictObject({
  status: z.int().min(400).max(599),
  times: z.int().min(0).max(1000).default(1),
});

function addReceived(app: Express, received: ReceivedMails): void {
  app.get('/api/received', ({ query: { to } }, response) => {
    const isFor = ({ to: recipients }: { to: string[] }) => typeof to !== 'string' || recipients.includes(to);
    response.json(received.all().filter(isFor));
  });
  app.post('/api/received/refuse', express.json(), (request, response) => {
    received.refuseNext(parsed(Refusal, request.body));
    response.status(204).end();
  });
}

interface PageParts {
  mails: SentMails;
  received: ReceivedMails;
  send: Send;
}

function addPage(app: Express, { mails, received, send }: PageParts): void {
  app.get('/', (request, response) => {
    const { to, externalId } = request.query;
    response.send(
      mailDropPage(
        { sent: mails.all(), received: received.all() },
        {
          ...(typeof to === 'string' && { to }),
          ...(typeof externalId === 'string' && { externalId }),
        },
      ),
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
