import type { Mail, Page } from '@estate/contracts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { moreHint, pageQuery } from './context.ts';
import type { Context, ListOptions } from './context.ts';

export interface MailListOptions extends ListOptions {
  state: string;
}

export async function listMails({ api }: Context, options: MailListOptions): Promise<Report> {
  const state = options.state === 'all' ? undefined : options.state;
  const page = await api.get<Page<Mail>>('/admin/mails', { ...pageQuery(options), state });
  const rows = page.data.map((mail) => [
    mail.id,
    mail.receivedAt,
    mail.state,
    mail.sender,
    mail.recipients.join(', '),
    mail.subject,
    mail.failureCode,
  ]);
  const headings = ['mail', 'received', 'state', 'from', 'to', 'subject', 'failure'];
  const nothing = state === 'quarantined' ? 'No emails are in quarantine.' : 'There are no matching emails.';
  return { json: page, text: table(headings, rows, nothing) + moreHint(page) };
}

export async function showMail({ api }: Context, id: string): Promise<Report> {
  const mail = await api.get<Mail>(mailOf(id));
  return { json: mail, text: shownMail(mail) };
}

/** Reads an email again; only new requests and problems are sent. */
export async function reparseMail({ api }: Context, id: string): Promise<Report> {
  const mail = await api.post<Mail>(`${mailOf(id)}/reparse`);
  return {
    json: mail,
    text: `${shownMail(mail)}\nThe service reads it again within seconds: rek mails show ${mail.id}`,
  };
}

const mailOf = (id: string): string => `/admin/mails/${encodeURIComponent(id)}`;

const shownMail = (mail: Mail): string =>
  details({
    mail: mail.id,
    state: mail.state,
    received: `${mail.receivedAt} (${mail.source})`,
    from: mail.sender,
    to: mail.recipients.join(', '),
    subject: mail.subject,
    bytes: mail.sizeBytes,
    targets: mail.targetIds.join(', '),
    requests: mail.requestCount,
    failure: mail.failureCode && `${mail.failureCode}: ${mail.failureMessage ?? ''}`,
  });
