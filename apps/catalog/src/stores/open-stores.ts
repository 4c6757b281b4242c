import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  OutboxRelay,
  PublishedMessages,
  UsageStore,
  UsageTally,
  applyRules,
  level,
  namedIn,
  openCollections,
} from '@estate/persistence';
import type { Collection, FindNamed } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { collections } from '../collections.ts';
import { longestPauseMs } from '../processing/pauses.ts';
import type { RetryConfig } from '../processing/pauses.ts';
import { ContactStore } from './contact-store.ts';
import type { ContactDoc } from './contact-store.ts';
import { LogoStore } from './logo-store.ts';
import { missingTerms } from './missing-terms.ts';
import { namedAmongAll } from './named-among.ts';
import { LIVE } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';
import { PropertyFiles } from './property-files.ts';
import { PropertyQueue } from './property-queue.ts';
import { PropertyRevisions } from './property-revisions.ts';
import { PropertyStore } from './property-store.ts';
import { PropertyTimeline } from './property-timeline.ts';
import { UploadStore } from './upload-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the catalog stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bytes, bus, log, metrics }: StoreContext, config: RetryConfig) {
  const { db } = database;
  const { outboxes, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const { properties, contacts, uploadedAttachments } = docs;
  const timeline = new PropertyTimeline(properties, docs.timeline);
  const publishedMessages = new PublishedMessages(db);
  const usage = new UsageStore({ docs: docs.usage, states: docs.usageStates, keptDays: USAGE_KEPT_DAYS });
  const relay = new OutboxRelay({ bus, log, metrics, collections: outboxes, published: publishedMessages });
  const attachments = await bytes('attachments');
  const propertyFiles = new PropertyFiles(properties);
  const uploads = new UploadStore(uploadedAttachments);
  const unnamedBytes = async (names: readonly string[]) =>
    uploads.unnamedBytes(await propertyFiles.unnamedBytes(names));
  const kept = { bytes: attachments, unnamedBytes };
  return {
    ...opened,
    ...applyRules(db, collections, { ...docs, ...kept, longestPauseMs: longestPauseMs(config) }),
    /** The bytes of attachments and renditions under their SHA-256, with their media type. */
    attachments,
    uploads,
    propertyFiles,
    /** Returns the names that neither a property nor an upload has. */
    unnamedBytes,
    /** Returns the uploaded attachments that a property, a contact or a logo names. */
    namedUploads: (ids: readonly string[]) => namedAmongAll([properties, contacts, docs.logos], ids),
    properties: new PropertyStore(properties, relay, timeline),
    propertyRevisions: new PropertyRevisions(properties),
    timeline,
    contacts: new ContactStore(contacts, relay),
    logos: new LogoStore(docs.logos),
    queue: new PropertyQueue(properties, relay),
    missingTerms: missingTerms(contacts, docs.walks),
    findNamed: catalogNamed(properties, contacts),
    usage,
    usageTally: new UsageTally({ store: usage, flows: [], levels: [propertyLevel(properties)] }),
    relay,
    publishedMessages,
  };
}

/** The properties of an account, and the bytes of what is published of them. */
const propertyLevel = (docs: Collection<PropertyDoc>) =>
  level({
    docs,
    filter: LIVE,
    fields: { 'renditions.size': 1 },
    measure: ({ renditions = [] }) => ({
      properties: 1,
      bytes: renditions.reduce((sum, { size }) => sum + size, 0),
    }),
  });

/** Properties and contacts have different ids. */
const catalogNamed =
  (properties: Collection<PropertyDoc>, contacts: Collection<ContactDoc>): FindNamed =>
  async (ids) =>
    (await Promise.all([namedIn(properties, LIVE)(ids), namedIn(contacts, LIVE)(ids)])).flat();
