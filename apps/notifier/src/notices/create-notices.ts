import { showOldestDue } from '@estate/persistence';
import type { Worker } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { mailChannel } from '../channels/mail-channel.ts';
import type { NotifierConfig } from '../config.ts';
import type { Stores } from '../stores/open-stores.ts';
import { noNotices, noticeIntake } from './notice-intake.ts';
import type { NoticeIntake } from './notice-intake.ts';
import { noticeNotes } from './notice-telemetry.ts';
import { noticeWorker } from './notice-worker.ts';

interface Parts {
  clock: () => Date;
  newId: () => string;
  stores: Stores;
}

interface Notices {
  intake: NoticeIntake;
  workers: Worker[];
}

/** Creates the senders of emails to accounts; none without a mail server. */
export async function createNotices(
  { SMTP_URL: url, SMTP_FROM: from, PUBLIC_URL: publicUrl }: NotifierConfig,
  service: Service,
  { clock, newId, stores }: Parts,
): Promise<Notices> {
  const { log, metrics } = service;
  const notes = noticeNotes({ log, metrics });
  showOldestDue(metrics, { worker: 'send-notice', queue: stores.notices, clock });
  if (url === undefined || from === undefined) return { intake: noNotices, workers: [] };
  const mail = await service.use(mailChannel({ url: url.reveal(), from }));
  const sender = noticeWorker({ ...stores, clock, newId, log, mail, notes });
  return { intake: noticeIntake({ ...stores, clock, sender, publicUrl }), workers: [sender] };
}
