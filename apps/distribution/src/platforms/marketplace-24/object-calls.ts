import type { Contact, PropertySnapshot, PropertyType } from '@estate/contracts';
import type { SeenObject } from '../../domain/remote-object.ts';
import type { Remember, SetPublication } from '../platform.ts';
import { again, CallFailed } from '../rest/failures.ts';
import { encode } from '../rest/redact.ts';
import { idIn, isGone, saysExists } from './answer.ts';
import type { MarketplaceAnswer } from './answer.ts';
import type { MakeCall } from './client.ts';
import { contactBody, contactFieldOf } from './contact/body.ts';
import { refusalOf } from './failures.ts';
import type { Subject } from './call-subject.ts';
import { at, idOf, textOf } from './messages.ts';
import { apiFieldOf, objectBody } from './object/body.ts';
import { MAPPINGS } from './object/mapping.ts';

/** The parameters of calls about the object of a property. */
export interface ObjectCalls {
  call: MakeCall;
  type: PropertyType;
}

const CHANNEL = '10000';
const OBJECTS = '/user/me/realestate';
/** Without this parameter, the marketplace refuses the newer energy sources, or returns others. */
const NEW_VALUES = 'usenewenergysourceenev2014values=true';

const contactSubject: Subject = { what: 'the contact', field: 'contactId', fieldOf: contactFieldOf };
const objectSubject = (type: PropertyType, snapshot?: PropertySnapshot): Subject => ({
  what: 'the property',
  field: 'fields',
  fieldOf: apiFieldOf(type, snapshot),
});
const publishSubject = (type: PropertyType): Subject => ({ ...objectSubject(type), what: 'the publication' });

/** Creates or updates the contact on the marketplace; returns its id there. */
export async function setContact(
  contact: Contact,
  requestAddress: string | undefined,
  call: MakeCall,
): Promise<string> {
  const json = contactBody(contact, requestAddress);
  const path = `/user/me/contact/ext-${encode(contact.id)}`;
  const subject = contactSubject;
  const find = () => call({ method: 'GET', path, subject, expected: isGone });
  let there = await find();
  if (isGone(there)) {
    const made = await call({
      method: 'POST',
      path: '/user/me/contact',
      subject,
      json,
      expected: saysExists,
    });
    if (!saysExists(made)) return requireId(idIn(made), 'made');
    there = await find();
    if (isGone(there)) throw refusalOf(made, subject);
  }
  const stored = at(there.body, 'common.realtorContactDetail');
  const id = requireId(idOf(at(stored, '@id')), 'showed');
  if (!holds(stored, json['common.realtorContactDetail'])) {
    await call({ method: 'PUT', path: `/user/me/contact/${encode(id)}`, subject, json });
  }
  return id;
}

function requireId(id: string | undefined, how: 'made' | 'showed'): string {
  if (id === undefined) throw again(`The marketplace ${how} a contact without its id.`);
  return id;
}

/** True if every field that would be sent has the same value there, and no other field of ours is set. */
function holds(there: unknown, wanted: unknown): boolean {
  const names = [
    'email',
    'firstname',
    'lastname',
    'phoneNumber',
    'cellPhoneNumber',
    'title',
    'homepageUrl',
    'secondaryEmail',
  ];
  return names.every((name) => (textOf(at(there, name)) ?? '') === (textOf(at(wanted, name)) ?? ''));
}

interface ObjectStep extends ObjectCalls {
  contact: string | undefined;
  remember: Remember;
}

/** Creates or replaces the object on the marketplace; its id is stored before anything else happens. */
export async function setObject(
  { snapshot, remote }: SetPublication,
  { call, type, contact, remember }: ObjectStep,
): Promise<string> {
  const json = objectBody(snapshot, contact);
  const subject = objectSubject(type, snapshot);
  const replace = (id: string) =>
    call({ method: 'PUT', path: `${objectPath(id)}?${NEW_VALUES}`, subject, json, expected: isGone });
  if (remote?.objectId !== undefined) {
    if (!isGone(await replace(remote.objectId))) return remote.objectId;
    await remember({});
  }
  const path = `${OBJECTS}?${NEW_VALUES}`;
  const made = await call({ method: 'POST', path, subject, json, expected: saysExists });
  const exists = saysExists(made);
  const objectId =
    (exists ? undefined : idIn(made)) ?? (await requireOwn(snapshot.externalId, { call, type }));
  await remember({ objectId });
  if (exists && isGone(await replace(objectId)))
    throw again('The object has been removed from the marketplace.');
  return objectId;
}

type FoundObject = { id: string; root: string };

/** The id of the object that was just created or that already has the external id. @throws CallFailed for another type */
async function requireOwn(externalId: string, calls: ObjectCalls): Promise<string> {
  const found = await findObject(externalId, calls);
  if (!found) throw again('The marketplace reports an object with this external id but does not return it.');
  if (found.root === MAPPINGS[calls.type].root) return found.id;
  const message =
    `externalId: the marketplace account has an object of another type (${found.root}) with the external id ${externalId}. ` +
    'The marketplace cannot change the type of an object. Remove that object, or publish the property with another externalId.';
  throw new CallFailed({ code: 'validation_rejected', message, repeat: false, scope: 'listing' });
}

/** The id of the object with this external id; undefined if there is none or the object has another type. */
export async function findOwn(externalId: string, calls: ObjectCalls): Promise<string | undefined> {
  const found = await findObject(externalId, calls);
  return found?.root === MAPPINGS[calls.type].root ? found.id : undefined;
}

/** An object of any type, which the response contains under its own root. */
async function findObject(externalId: string, { call, type }: ObjectCalls): Promise<FoundObject | undefined> {
  const path = `${OBJECTS}/ext-${encode(externalId)}?${NEW_VALUES}`;
  const answer = await call({ method: 'GET', path, subject: objectSubject(type), expected: isGone });
  if (isGone(answer)) return undefined;
  const found = Object.entries(answer.body ?? {}).flatMap(([name, value]): FoundObject[] => {
    const root = /^realestates\.(\w{1,50})$/.exec(name)?.[1];
    const id = idOf(at(value, '@id'));
    return root === undefined || id === undefined ? [] : [{ id, root }];
  });
  if (!found[0]) throw again('The response of the marketplace does not contain the object.');
  return found[0];
}

/** Shows the object on the public channel; also succeeds if it is shown there already. */
export async function publish(objectId: string, calls: ObjectCalls): Promise<void> {
  const json = {
    'common.publishObject': { realEstate: { '@id': objectId }, publishChannel: { '@id': CHANNEL } },
  };
  const expected = ({ statusCode }: MarketplaceAnswer) => statusCode === 409;
  const subject = publishSubject(calls.type);
  const answer = await calls.call({ method: 'POST', path: '/publish', subject, json, expected });
  if (expected(answer) && !(await isPublished(objectId, calls))) {
    throw again('The marketplace is processing another call for the property.');
  }
}

export async function isPublished(objectId: string, { call, type }: ObjectCalls): Promise<boolean> {
  const path = publicationPath(objectId);
  const answer = await call({ method: 'GET', path, subject: publishSubject(type), expected: isGone });
  if (isGone(answer)) return false;
  if (Object.keys(answer.body ?? {}).some((name) => name.startsWith('common.publish'))) return true;
  throw again('The response of the marketplace does not contain the publication.');
}

/** Reads the state of an object; starts with the most frequent one, being shown. */
export async function seenObject(objectId: string, calls: ObjectCalls): Promise<SeenObject> {
  if (await isPublished(objectId, calls)) return 'shown';
  const { call, type } = calls;
  const path = `${objectPath(objectId)}?${NEW_VALUES}`;
  const answer = await call({ method: 'GET', path, subject: objectSubject(type), expected: isGone });
  return isGone(answer) ? 'missing' : 'hidden';
}

/** Removes the object from the public channel; also succeeds if it is not shown there. */
export const unpublish = (objectId: string, { call, type }: ObjectCalls) =>
  call({
    method: 'DELETE',
    path: publicationPath(objectId),
    subject: publishSubject(type),
    expected: isGone,
  });

export const removeObject = (objectId: string, { call, type }: ObjectCalls) =>
  call({ method: 'DELETE', path: objectPath(objectId), subject: objectSubject(type), expected: isGone });

const objectPath = (objectId: string) => `${OBJECTS}/${encode(objectId)}`;
const publicationPath = (objectId: string) => `/publish/${encode(objectId)}_${CHANNEL}`;
