import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** The manifest of the only public service, which asks every other one. */
export const manifest = defineService({
  name: 'api-gateway',
  answers: [contracts.listUnknownAccounts],
  asks: [
    ...contracts.publicOperations(contracts),
    ...contracts.OWNERS.flatMap((owner) => contracts.ownerOperations(owner)),
    contracts.listUploadedAttachments,
    contracts.listCatalogTimeline,
    contracts.explainTarget,
    contracts.findListings,
    contracts.finishAuthorization,
    contracts.getConsumerCredentials,
    contracts.getPublicationActivity,
    contracts.listPublicationStatistics,
    contracts.listDistributionTimeline,
    contracts.readSynchronized,
    contracts.setConsumerCredentials,
    contracts.announceClosing,
    contracts.holdAccount,
    contracts.holdImports,
    contracts.takeDownAccount,
    contracts.erasePersonFromEvents,
    contracts.erasePersonFromInbox,
    contracts.handleRequest,
    contracts.listInboxTimeline,
    contracts.getRequestActivity,
    contracts.listRequestStatistics,
    contracts.getAccountEmail,
    contracts.sendInvitation,
    contracts.setAccountEmail,
    contracts.createImport,
    contracts.getDeliveryActivity,
    contracts.listNotifierTimeline,
  ],
  tells: [],
  handles: {},
  database: {
    sealed: true,
    queue: true,
  },
  ports: { internal: 9090, http: 8080 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;
