import type { Bus } from '@estate/messaging';
import type { Auditor } from '@estate/persistence';
import type { Origin } from './announcements.ts';
import type { ContactStore } from './stores/contact-store.ts';
import type { PropertyStore } from './stores/property-store.ts';
import type { Manifest } from './manifest.ts';

export type Properties = Omit<PropertyStore, 'unnamedBytes'>;
export type Contacts = Pick<ContactStore, keyof ContactStore>;

/** Everything a route or a handler may touch. */
export interface Deps extends Origin {
  bus: Pick<Bus<Manifest>, 'ask' | 'wake'>;
  properties: Properties;
  contacts: Contacts;
  /** Makes the processing check whether the property is due. */
  wakeProcessing: (propertyId: string) => void;
  auditor: Pick<Auditor, 'violations'>;
}
