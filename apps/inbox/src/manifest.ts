import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Emails of platforms, and the contact requests made of them. */
export const manifest = defineService({
  name: 'inbox',
  answers: [...contracts.ownerOperations('inbox'), ...contracts.operationsOf('inbox', contracts)],
  asks: [
    contracts.eraseEvents,
    contracts.findProperty,
    contracts.findTargetByEmail,
    contracts.listCatalogOwners,
    contracts.listDistributionOwners,
    contracts.listUnknownAccounts,
    contracts.noteInquiry,
  ],
  tells: [
    contracts.ReadMail,
    contracts.ReportReceived,
    contracts.RequestCreated,
    contracts.RequestParsingFailed,
  ],
  handles: { 'on-read-mail': contracts.ReadMail },
  database: {
    sealed: false,
    queue: true,
    bytes: 'raw-mails',
  },
  ports: { internal: 9090, smtp: 2525 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;
