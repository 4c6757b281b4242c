import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Emails of platforms, and the contact requests made of them. */
export const manifest = defineService({
  name: 'inbox',
  answers: [
    contracts.getMail,
    contracts.getRequest,
    contracts.listMails,
    contracts.listRequests,
    contracts.listInboxViolations,
    contracts.reparseMail,
  ],
  asks: [contracts.findProperty, contracts.findTargetByEmail],
  tells: [contracts.RequestCreated, contracts.RequestParsingFailed, contracts.ReadMail],
  handles: { 'on-read-mail': contracts.ReadMail },
  database: { sealed: false, queue: true },
  ports: { internal: 9090, smtp: 2525 },
  egress: true,
  metrics: METRICS,
});

export type Manifest = typeof manifest;
