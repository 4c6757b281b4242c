import {
  before,
  dueWithinSchedule,
  leaseEnds,
  matching,
  ofDocument,
  referenceFields,
  referenceRules,
  walking,
} from '@estate/persistence';
import type { Bytes, Collection, Invariant, WalkRule } from '@estate/persistence';
import { contactTerms } from '../stores/contact-store.ts';
import type { ContactDoc } from '../stores/contact-store.ts';
import type { LogoDoc } from '../stores/logo-store.ts';
import { LIVE, WORK_FIELDS, searchTerms } from '../stores/property-document.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import type { UploadDoc } from '../stores/upload-store.ts';
import { bytesWhole } from './byte-invariants.ts';
import { propertiesAreReadable } from './readable-properties.ts';
import { propertyReferences } from './references.ts';

const MINUTE_MS = 60_000;
const PROCESSED_WITHIN_MS = 15 * MINUTE_MS;
const TERMS_FILLED_WITHIN_MS = 30 * MINUTE_MS;

export interface Audited {
  properties: Collection<PropertyDoc>;
  contacts: Collection<ContactDoc>;
  logos: Collection<LogoDoc>;
  uploadedAttachments: Collection<UploadDoc>;
  /** The bytes of attachments and renditions. */
  bytes: Pick<Bytes, 'absent' | 'audit' | 'problems' | 'delete'>;
  longestPauseMs: number;
}

/** The invariants of properties. */
export const propertyInvariants = (audited: Audited): Invariant[] => {
  const { properties, bytes, longestPauseMs: longestMs } = audited;
  return [
    {
      name: 'properties-processed-in-time',
      meaning: 'The properties stay pending, and their changes are not published.',
      advice:
        'Properties are waiting for processing. Check whether the catalog runs, check its log (property.processing), and add replicas.',
      broken: matching(properties, (now) => ({
        'processing.dueAt': { $lt: before(now, PROCESSED_WITHIN_MS) },
      })),
    },
    dueWithinSchedule(
      properties,
      { dueAt: WORK_FIELDS.dueAt, longestMs },
      {
        name: 'properties-due-within-schedule',
        meaning: 'The properties stay pending, and their changes are not published.',
      },
    ),
    ...ofProperties(audited),
    ...propertiesAreReadable(properties),
    ...bytesWhole(properties, bytes),
  ];
};

/** The invariants of contacts. */
export const contactInvariants = (contacts: Collection<ContactDoc>): Invariant[] =>
  walking<ContactDoc>({
    collection: contacts,
    fields: ['fields', 'updatedAt', 'revision', 'terms', 'removeWhenSent'],
    rules: [
      ofDocument<ContactDoc>(contacts, {
        name: 'contacts-are-found-by-their-words',
        meaning: 'Searches do not find the contacts, or find them by outdated words.',
        ...foundByWords<ContactDoc>(contactTerms),
      }),
    ],
  });

/** Invariants of properties, alone and together with their contacts and their uploaded attachments. */
const ofProperties = ({ properties, contacts, uploadedAttachments: uploads }: Audited): Invariant[] => {
  const references = propertyReferences({ properties, contacts, uploads });
  return walking<PropertyDoc>({
    collection: properties,
    fields: [
      ...['processingStatus', 'processing', 'removeWhenSent', 'updatedAt', 'revision'],
      ...['terms', 'externalId', 'fields.title', 'fields.address.city', 'lease', 'fence'],
      ...referenceFields(references),
    ],
    rules: [
      pendingIsDue(properties),
      ...referenceRules(references),
      ofDocument<PropertyDoc>(properties, {
        name: 'properties-are-found-by-their-words',
        meaning: 'Searches do not find the properties, or find them by outdated words.',
        ...foundByWords<PropertyDoc>(searchTerms),
      }),
      leaseEnds(properties, 'property-leases-end'),
    ],
  });
};

const pendingIsDue = (properties: Collection<PropertyDoc>): WalkRule<PropertyDoc> =>
  ofDocument<PropertyDoc>(properties, {
    name: 'pending-properties-are-due',
    meaning: 'The properties stay pending permanently, and their changes are not published.',
    advice: 'No worker will process the properties. Make them due (rek repair).',
    isBroken: ({ processingStatus, processing, removeWhenSent }) =>
      processingStatus === 'pending' && processing.dueAt === undefined && removeWhenSent === undefined,
    seen: ({ revision }) => ({
      revision,
      processingStatus: 'pending',
      'processing.dueAt': { $exists: false },
    }),
    correction: (_doc, now) => ({ $set: { 'processing.dueAt': now } }),
  });

interface Searched {
  updatedAt: Date;
  revision: number;
  terms?: string[];
  removeWhenSent?: boolean;
}

/** Terms of contacts of a version without a search for them are added within minutes. */
const foundByWords = <T extends Searched>(termsOf: (doc: T) => string[]) => ({
  advice: 'The stored search terms differ from the documents. Store them again (rek repair).',
  isBroken: (doc: T, now: Date) =>
    doc.removeWhenSent === undefined &&
    doc.updatedAt < before(now, TERMS_FILLED_WITHIN_MS) &&
    !areSame(doc.terms ?? [], termsOf(doc)),
  seen: ({ revision }: T) => ({ revision, ...LIVE }),
  correction: (doc: T) => ({ $set: { terms: termsOf(doc) } }),
});

const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).symmetricDifference(new Set(b)).size === 0;
