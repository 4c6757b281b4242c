import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** OpenImmo packages of customers, and what happens to their objects. */
export const manifest = defineService({
  name: 'importer',
  answers: [...contracts.ownerOperations('importer'), ...contracts.operationsOf('importer', contracts)],
  asks: [
    contracts.checkProperty,
    contracts.createContact,
    contracts.createListing,
    contracts.createProperty,
    contracts.deleteListing,
    contracts.deleteProperty,
    contracts.findUploadedAttachments,
    contracts.getContact,
    contracts.getListing,
    contracts.getProperty,
    contracts.listAttachmentFailures,
    contracts.listCatalogOwners,
    contracts.listDistributionOwners,
    contracts.listListings,
    contracts.listUnknownAccounts,
    contracts.listUnknownTargets,
    contracts.updateContact,
    contracts.updateListing,
    contracts.updateProperty,
  ],
  tells: [contracts.ImportFinished, contracts.WorkOnImport],
  handles: {
    'on-property-deleted': contracts.PropertyDeleted,
    'on-work-on-import': contracts.WorkOnImport,
  },
  erases: ['on-property-deleted'],
  database: {
    sealed: false,
    queue: true,
    bytes: 'packages',
  },
  ports: { internal: 9090, ftp: 2122 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;
