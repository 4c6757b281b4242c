import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AccountEraser,
  Finder,
  OutboxRelay,
  PublishedMessages,
  UsageStore,
  UsageTally,
  ensureIndexes,
  findable,
  level,
  namedIn,
  randomId,
} from '@estate/persistence';
import type { Collection, FindNamed, OutboxDocument, TimelineDoc, WalkDoc } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { accountKinds } from '../closing/account-kinds.ts';
import { catalogInvariants } from '../audit/invariants.ts';
import type { PropertyEntry } from '../domain/timeline.ts';
import { longestPauseMs } from '../processing/pauses.ts';
import type { RetryConfig } from '../processing/pauses.ts';
import { ContactStore, contactIndexes, contactTerms } from './contact-store.ts';
import type { ContactDoc } from './contact-store.ts';
import { MissingTerms } from './missing-terms.ts';
import { LIVE, propertyIndexes, searchTerms } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';
import { PropertyFiles } from './property-files.ts';
import { PropertyQueue } from './property-queue.ts';
import { PropertyRevisions } from './property-revisions.ts';
import { PropertyStore } from './property-store.ts';
import { PropertyTimeline } from './property-timeline.ts';
import { UploadStore, uploadIndexes } from './upload-store.ts';
import type { UploadDoc } from './upload-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the catalog stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bytes, bus, log, metrics }: StoreContext, config: RetryConfig) {
  const { db } = database;
  const properties = db.collection<PropertyDoc>('properties');
  const contacts = db.collection<ContactDoc>('contacts');
  const uploadedAttachments = db.collection<UploadDoc>('uploaded-attachments');
  const audited = { properties, contacts, uploadedAttachments };
  const timeline = new PropertyTimeline(properties, db);
  const publishedMessages = new PublishedMessages(db);
  const usage = new UsageStore(db, USAGE_KEPT_DAYS);
  const collections = [properties, contacts] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections, published: publishedMessages });
  const attachments = await bytes('attachments');
  const store = new PropertyStore(properties, relay, timeline);
  const propertyFiles = new PropertyFiles(properties);
  const uploads = new UploadStore(uploadedAttachments);
  const unnamedBytes = async (names: readonly string[]) =>
    uploads.unnamedBytes(await propertyFiles.unnamedBytes(names));
  const timelines = db.collection<TimelineDoc<PropertyEntry>>('timeline');
  const kept = { timeline: timelines, bytes: attachments, unnamedBytes };
  const kinds = accountKinds({ properties, contacts, uploadedAttachments, ...kept, publishedMessages });
  const accountEraser = new AccountEraser(db, kinds, randomId);
  await Promise.all([
    accountEraser.ensureIndexes(),
    ensureIndexes(properties, propertyIndexes),
    ensureIndexes(contacts, contactIndexes),
    ensureIndexes(uploadedAttachments, uploadIndexes),
    ...[timeline, usage, publishedMessages].map((each) => each.ensureIndexes()),
  ]);
  return {
    /** The bytes of attachments and renditions under their SHA-256, with their media type. */
    attachments,
    uploads,
    propertyFiles,
    /** Those of the names that neither a property nor an upload names. */
    unnamedBytes,
    properties: store,
    propertyRevisions: new PropertyRevisions(properties),
    accountEraser,
    timeline,
    contacts: new ContactStore(contacts, relay),
    queue: new PropertyQueue(properties, relay),
    ...missingTerms({ properties, contacts }, db.collection('walks')),
    ...lookups(properties, contacts),
    usage,
    usageTally: new UsageTally({ store: usage, flows: [], levels: [propertyLevel(properties)] }),
    relay,
    publishedMessages,
    sealed: [],
    invariants: catalogInvariants({ ...audited, bytes: attachments }, longestPauseMs(config)),
    /** For invariants that other services take part in. */
    audited,
  };
}

/** Of what was saved by a version without a search for it. */
const missingTerms = (
  { properties, contacts }: { properties: Collection<PropertyDoc>; contacts: Collection<ContactDoc> },
  walks: Collection<WalkDoc>,
) => ({
  missingTerms: new MissingTerms(properties, walks, { name: 'property-terms', termsOf: searchTerms }),
  missingContactTerms: new MissingTerms(contacts, walks, { name: 'contact-terms', termsOf: contactTerms }),
});

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

const lookups = (properties: Collection<PropertyDoc>, contacts: Collection<ContactDoc>) => ({
  finder: catalogFinder(properties, contacts),
  findNamed: catalogNamed(properties, contacts),
});

const catalogFinder = (properties: Collection<PropertyDoc>, contacts: Collection<ContactDoc>) =>
  new Finder([
    findable({
      kind: 'property',
      docs: properties,
      by: (externalId) => [{ externalId, ...LIVE }],
      fields: { accountId: 1, externalId: 1 },
      describe: ({ accountId, externalId }) => ({ accountId, name: externalId }),
    }),
    findable({
      kind: 'contact',
      docs: contacts,
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    }),
  ]);
