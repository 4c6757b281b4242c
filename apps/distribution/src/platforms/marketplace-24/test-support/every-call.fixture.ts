import { CONTACT, FIELDS, picture } from '../../openimmo-ftp/test-support/fixtures.ts';
import type { PropertySnapshot, StoredAttachment } from '@estate/contracts';
import type { PublicationOutcome } from '../../platform.ts';
import { deletePublication, setPublication, snapshot } from './harness.fixture.ts';
import type { Harness } from './harness.fixture.ts';

export type Fault = Record<string, unknown>;

export interface CallCase {
  /** The fault order that matches this call. */
  fault: Fault;
  /** Prepares the marketplace for the call. */
  before?: () => Promise<unknown>;
  run: () => Promise<PublicationOutcome>;
}

/** A separate property for each test, and every call for publishing and removing it. */
export async function everyCall(harness: Harness) {
  const photos = await Promise.all(
    [0, 1].map(async (position) =>
      harness.files.add(await picture(40 + position, 30, 'jpeg'), { position, title: `photo ${position}` }),
    ),
  );
  const property = new OneProperty(harness);
  return { property, photos, calls: callsOf(property, photos) };
}

class OneProperty {
  readonly #harness: Harness;
  #number = 0;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** Switches to another property. */
  next(): string {
    this.#number += 1;
    return this.externalId;
  }

  get externalId(): string {
    return `A-${this.#number}`;
  }

  get contact() {
    return { ...CONTACT, id: `d1a2b3c4e5f6g7${String(this.#number).padStart(6, '0')}` };
  }

  readonly set = (
    changes: Partial<PropertySnapshot> = {},
    others: object = {},
  ): Promise<PublicationOutcome> => {
    const { contact, externalId } = this;
    return this.#harness.set(
      setPublication({ snapshot: snapshot({ externalId, contact, ...changes }), ...others }),
    );
  };

  readonly update = (
    changes: Partial<PropertySnapshot> = {},
    others: object = {},
  ): Promise<PublicationOutcome> => this.set(changes, { firstTime: false, ...others });

  readonly remove = (): Promise<PublicationOutcome> => {
    const { updatedAt } = CONTACT;
    const property = {
      externalId: this.externalId,
      type: 'apartmentBuy' as const,
      fields: FIELDS,
      updatedAt,
    };
    return this.#harness.delete(deletePublication({ property }));
  };

  /** Publishes it and forgets the id of its object. */
  readonly setUnlearnt = async (): Promise<void> => {
    await this.set();
    this.#harness.remembered.delete(this.externalId);
  };
}

function callsOf(property: OneProperty, photos: StoredAttachment[]): Readonly<Record<CallName, CallCase>> {
  const { set, update, remove, setUnlearnt } = property;
  const links = [{ url: 'https://tour.example.org/77' }];
  const withPhotos = () => set({ attachments: photos });
  const otherTitles = photos.map((photo) => ({ ...photo, title: 'other' }));
  return {
    'the look-up of the contact': { fault: { method: 'GET', path: '/contact/ext-' }, run: set },
    'the new contact': { fault: { method: 'POST', path: '/user/me/contact' }, run: set },
    'the change of the contact': {
      fault: { method: 'PUT', path: '/user/me/contact/' },
      before: set,
      run: () => update({ contact: { ...property.contact, lastName: 'Neu' } }),
    },
    'the new object': { fault: { method: 'POST', path: '/user/me/realestate?' }, run: set },
    'the look-up of the object': {
      fault: { method: 'GET', path: '/user/me/realestate/ext-' },
      before: setUnlearnt,
      run: set,
    },
    'the replacement of the object': {
      fault: { method: 'PUT', path: '/user/me/realestate/' },
      before: set,
      run: update,
    },
    'the list of the attachments': { fault: { method: 'GET', path: '/attachment' }, run: set },
    'an upload': { fault: { method: 'POST', path: '/attachment' }, run: withPhotos },
    'the description of an attachment': {
      fault: { method: 'PUT', path: '/attachment/' },
      before: withPhotos,
      run: () => update({ attachments: otherTitles }),
    },
    'the removal of an attachment': {
      fault: { method: 'DELETE', path: '/attachment/' },
      before: withPhotos,
      run: update,
    },
    'the new order': {
      fault: { method: 'PUT', path: '/attachmentsorder' },
      before: () =>
        set({ attachments: photos.toReversed().map((photo, position) => ({ ...photo, position })) }),
      run: withPhotos,
    },
    'the look-up of the order': {
      fault: { method: 'GET', path: '/attachmentsorder' },
      before: withPhotos,
      run: () => update({ attachments: photos }),
    },
    'a link': { fault: { method: 'POST', path: '/attachment' }, run: () => set({ links }) },
    'the publication': { fault: { method: 'POST', path: '/publish' }, run: set },
    'the look-up of the publication': {
      fault: { method: 'GET', path: '/publish/' },
      before: set,
      run: update,
    },
    'the end of the publication': {
      fault: { method: 'DELETE', path: '/publish/' },
      before: set,
      run: () => update({}, { preventPublication: true }),
    },
    'the removal of the object': {
      fault: { method: 'DELETE', path: '/user/me/realestate/' },
      before: set,
      run: remove,
    },
    'the look-up of an object to remove': {
      fault: { method: 'GET', path: '/user/me/realestate/ext-' },
      before: setUnlearnt,
      run: remove,
    },
  };
}

export const CALL_NAMES = [
  'the look-up of the contact',
  'the new contact',
  'the change of the contact',
  'the new object',
  'the look-up of the object',
  'the replacement of the object',
  'the list of the attachments',
  'an upload',
  'the description of an attachment',
  'the removal of an attachment',
  'the new order',
  'the look-up of the order',
  'a link',
  'the publication',
  'the look-up of the publication',
  'the end of the publication',
  'the removal of the object',
  'the look-up of an object to remove',
] as const;
export type CallName = (typeof CALL_NAMES)[number];

/** A page in the format of a proxy. */
export const page = (text: string): string =>
  `<!doctype html><html><head><title>Proxy</title><style>p{}</style></head><body><p>${text} &amp; more</p></body></html>`;
export const json = (value: unknown) => ({ body: JSON.stringify(value), contentType: 'application/json' });
export const withCode = (messageCode: string, message: string) =>
  json({ 'common.messages': [{ message: { messageCode, message } }] });
