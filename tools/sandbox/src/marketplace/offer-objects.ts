import { readObject } from './check-object.ts';
import type { Fields } from './check-body.ts';
import { defaultsOf } from './defaults.ts';
import type { MarketObject } from './market-state.ts';
import type { MarketStore } from './market-store.ts';
import { exists, invalid, schemaRefusal } from './refusal.ts';

/** Objects of one account. */
export class OfferObjects {
  readonly #store: MarketStore;

  constructor(store: MarketStore) {
    this.#store = store;
  }

  async create(user: string, body: unknown, newValues: boolean): Promise<MarketObject> {
    const { root, fields } = readObject(body, newValues);
    return this.#add(user, root, fields);
  }

  /** Creates an object like a user on the marketplace's own pages; of any type. */
  async createByHand(user: string, type: string, externalId: string): Promise<MarketObject> {
    return this.#add(user, type, { externalId, title: 'Made by hand' });
  }

  async #add(user: string, type: string, fields: Fields): Promise<MarketObject> {
    const id = this.#store.newId();
    const externalId = typeof fields['externalId'] === 'string' ? fields['externalId'] : id;
    if (this.#store.objects(user).some((object) => object.externalId === externalId))
      throw exists(externalId);
    const at = new Date().toISOString();
    const object: MarketObject = {
      id,
      user,
      type,
      externalId,
      fields,
      contactId: this.#contactOf(user, fields),
      attachments: [],
      createdAt: at,
      updatedAt: at,
      revision: 1,
    };
    this.#store.state.objects[id] = object;
    await this.#store.saved();
    return object;
  }

  /** Replaces an object completely: without a contact, it gets the default one. */
  async replace(user: string, reference: string, wish: { body: unknown; newValues: boolean }): Promise<void> {
    const object = this.#store.object(user, reference);
    const { root, fields } = readObject(wish.body, wish.newValues);
    if (object.type !== root)
      throw schemaRefusal(`unexpected element realestates.${root}, the object is a ${object.type}`);
    if (fields['externalId'] !== undefined && fields['externalId'] !== object.externalId) {
      throw invalid('externalId', fields['externalId'], 'EXTERNAL_ID_CANNOT_CHANGE');
    }
    object.fields = fields;
    object.contactId = this.#contactOf(user, fields);
    object.updatedAt = new Date().toISOString();
    object.revision += 1;
    await this.#store.saved();
  }

  async remove(user: string, reference: string): Promise<void> {
    const { id, attachments } = this.#store.object(user, reference);
    Reflect.deleteProperty(this.#store.state.objects, id);
    for (const attachment of attachments) await this.#store.removeBytes(attachment.id);
    await this.#store.saved();
  }

  #contactOf(user: string, fields: Fields): string {
    const wanted = (fields['contact'] as Fields | undefined)?.['@id'];
    if (typeof wanted === 'string') return this.#store.contact(user, wanted).id;
    return this.#store.contacts(user).find(({ isDefault }) => isDefault)?.id ?? '';
  }
}

/** An object in responses: with its id, its state and the defaults of absent fields; booleans as texts. */
export const shownObject = (object: MarketObject) => ({
  [`realestates.${object.type}`]: {
    '@id': object.id,
    ...defaultsOf(object.type, object.fields),
    ...asTexts(object.fields),
    externalId: object.externalId,
    realEstateState: object.publishedAt === undefined ? 'INACTIVE' : 'ACTIVE',
    contact: { '@id': object.contactId },
  },
});

const asTexts = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  );
