import type { Router } from 'express';
import { readContact } from './check-object.ts';
import type { MarketContext } from './market-context.ts';
import { attachmentOf, OfferAttachments, shownAttachments } from './offer-attachments.ts';
import { OfferObjects, shownObject } from './offer-objects.ts';
import { created, deleted, jsonOf, updated } from './offer-answers.ts';
import type { AddRoute, OfferCall } from './offer-answers.ts';
import { addPublish } from './offer-publish.ts';
import { readUpload } from './read-upload.ts';
import { exists, invalid } from './refusal.ts';

const OBJECT = '/user/me/realestate/:reference';

/** Every route of the offer interface. */
export function addOfferRoutes(router: Router, context: MarketContext): void {
  const add: AddRoute = (method, path, handle) => {
    router[method](path, async (request, response) => {
      await handle(request as unknown as OfferCall, response);
    });
  };
  addObjects(add, context);
  addAttachments(add, context);
  addContacts(add, context);
  addPublish(add, context);
}

const wantsNewValues = ({ query }: OfferCall): boolean =>
  query['usenewenergysourceenev2014values'] === 'true';
const param = ({ params }: OfferCall, name: string): string => params[name] ?? '';

function addObjects(add: AddRoute, { store }: MarketContext): void {
  const objects = new OfferObjects(store);
  add('post', '/user/me/realestate', async (call, response) => {
    const { id } = await objects.create(call.user, jsonOf(call), wantsNewValues(call));
    created(response, '/user/me/realestate', id);
  });
  add('get', '/user/me/realestate', (call, response) => {
    const all = store.objects(call.user).map(shownObject);
    response.json({ 'realestates.realEstates': { realEstateList: { realEstateElement: all } } });
  });
  add('get', OBJECT, (call, response) => {
    response.json(shownObject(store.object(call.user, param(call, 'reference'))));
  });
  add('put', OBJECT, async (call, response) => {
    const wish = { body: jsonOf(call), newValues: wantsNewValues(call) };
    await objects.replace(call.user, param(call, 'reference'), wish);
    updated(response);
  });
  add('delete', OBJECT, async (call, response) => {
    await objects.remove(call.user, param(call, 'reference'));
    deleted(response);
  });
}

function addAttachments(add: AddRoute, { store }: MarketContext): void {
  const attachments = new OfferAttachments(store);
  const path = `${OBJECT}/attachment`;
  const objectOf = (call: OfferCall) => store.object(call.user, param(call, 'reference'));
  add('get', path, (call, response) => {
    const { externalId } = call.query;
    const all = objectOf(call).attachments;
    response.json(
      shownAttachments(all.filter((one) => externalId === undefined || one.externalId === externalId)),
    );
  });
  add('post', path, async (call, response) => {
    const object = objectOf(call);
    const upload = readUpload(call);
    const { id } = upload
      ? await attachments.add(object, upload.metadata, upload.file)
      : await attachments.add(object, jsonOf(call), undefined);
    created(response, `/user/me/realestate/${object.id}/attachment`, id);
  });
  add('get', `${path}/attachmentsorder`, (call, response) => {
    response.json({
      'attachmentsorder.attachmentsorder': { attachmentId: attachments.order(objectOf(call)) },
    });
  });
  add('put', `${path}/attachmentsorder`, async (call, response) => {
    await attachments.reorder(objectOf(call), jsonOf(call));
    updated(response);
  });
  add('get', `${path}/:id`, (call, response) => {
    response.json(shownAttachments([attachmentOf(objectOf(call), param(call, 'id'))]));
  });
  add('put', `${path}/:id`, async (call, response) => {
    await attachments.describe(objectOf(call), param(call, 'id'), jsonOf(call));
    updated(response);
  });
  add('delete', `${path}/:id`, async (call, response) => {
    await attachments.remove(objectOf(call), param(call, 'id'));
    deleted(response);
  });
}

function addContacts(add: AddRoute, { store }: MarketContext): void {
  const path = '/user/me/contact';
  const shown = (contact: ReturnType<typeof store.contact>) => ({
    'common.realtorContactDetail': {
      '@id': contact.id,
      ...contact.fields,
      defaultContact: String(contact.isDefault),
    },
  });
  add('get', path, (call, response) => {
    response.json({
      'common.realtorContactDetailsList': { realtorContactDetails: store.contacts(call.user).map(shown) },
    });
  });
  add('post', path, async (call, response) => {
    const fields = readContact(jsonOf(call));
    const { externalId } = fields;
    const isTaken = store.contacts(call.user).some((one) => one.fields['externalId'] === externalId);
    if (typeof externalId === 'string' && isTaken) throw exists(externalId);
    const id = store.newId();
    store.state.contacts[id] = { id, user: call.user, isDefault: false, fields };
    await store.saved();
    created(response, path, id);
  });
  add('get', `${path}/:reference`, (call, response) => {
    response.json(shown(store.contact(call.user, param(call, 'reference'))));
  });
  add('put', `${path}/:reference`, async (call, response) => {
    store.contact(call.user, param(call, 'reference')).fields = readContact(jsonOf(call));
    await store.saved();
    updated(response);
  });
  add('delete', `${path}/:reference`, async (call, response) => {
    const contact = store.contact(call.user, param(call, 'reference'));
    if (contact.isDefault) throw invalid('contact', contact.id, 'DEFAULT_CONTACT_CANNOT_BE_DELETED');
    Reflect.deleteProperty(store.state.contacts, contact.id);
    const successor = store.contacts(call.user).find(({ isDefault }) => isDefault)?.id ?? '';
    for (const object of store.objects(call.user))
      if (object.contactId === contact.id) object.contactId = successor;
    await store.saved();
    deleted(response);
  });
}
