import type { Bus } from '@estate/messaging';
import type { Bytes, FindNamed } from '@estate/persistence';
import type { Origin } from './announcements.ts';
import type { AttachmentAddresses } from './domain/attachment-addresses.ts';
import type { ContactStore } from './stores/contact-store.ts';
import type { LogoStore } from './stores/logo-store.ts';
import type { SmallerImages } from './images/smaller-images.ts';
import type { PropertyRevisions } from './stores/property-revisions.ts';
import type { PropertyStore } from './stores/property-store.ts';
import type { PropertyTimeline } from './stores/property-timeline.ts';
import type { UploadStore } from './stores/upload-store.ts';
import type { Manifest } from './manifest.ts';

export type Properties = Pick<PropertyStore, keyof PropertyStore>;
export type Contacts = Pick<ContactStore, keyof ContactStore>;
export type Logos = Pick<LogoStore, keyof LogoStore>;

/** Everything a route or a handler may touch. */
export interface Deps extends Origin {
  bus: Pick<Bus<Manifest>, 'ask' | 'wake'>;
  properties: Properties;
  propertyRevisions: Pick<PropertyRevisions, 'of' | 'others' | 'settled'>;
  contacts: Contacts;
  logos: Logos;
  addresses: Pick<AttachmentAddresses, 'shown' | 'stored'>;
  uploads: Pick<UploadStore, 'find' | 'list' | 'ofFiles' | 'use'>;
  /** The bytes of attachments and renditions. */
  bytes: Pick<Bytes, 'absent' | 'touchAll'>;
  timeline: Pick<PropertyTimeline, 'add' | 'part'>;
  /** Properties and contacts by their ids, of all accounts. */
  findNamed: FindNamed;
  /** Makes the processing check whether the property is due. */
  wakeProcessing: (propertyId: string) => void;
  smallerImages: Pick<SmallerImages, 'find'>;
}
