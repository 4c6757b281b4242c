import type { Contact, PropertySnapshot } from '@estate/contracts';
import type { RemoteIds } from '../../domain/listing.ts';
import { idIn, isGone, saysExists } from './answer.ts';
import type { MarketplaceAnswer } from './answer.ts';
import type { MarketplaceClient } from './client.ts';
import { contactBody, contactFieldOf } from './contact/body.ts';
import { again, CallFailed, refusalOf } from './failures.ts';
import type { Subject } from './subject.ts';
import { at, idOf, textOf } from './messages.ts';
import { encode } from './oauth/signature.ts';
import { apiFieldOf, objectBody } from './object/body.ts';

export interface StepTools {
  client: MarketplaceClient;
  signal: AbortSignal;
}

const CHANNEL = '10000';
const OBJECTS = '/user/me/realestate';
/** Without it the newer energy sources are refused, or come back as others. */
const NEW_VALUES = 'usenewenergysourceenev2014values=true';

const objectSubject: Subject = { what: 'the property', field: 'fields', fieldOf: apiFieldOf };
const contactSubject: Subject = { what: 'the contact', field: 'contactId', fieldOf: contactFieldOf };
const publishSubject: Subject = { what: 'the publication', field: 'fields', fieldOf: apiFieldOf };

/** Makes the contact there, or brings it up to date; returns what the marketplace calls it. */
export async function setContact(
  contact: Contact,
  requestAddress: string | undefined,
  { client, signal }: StepTools,
): Promise<string> {
  const json = contactBody(contact, requestAddress);
  const path = `/user/me/contact/ext-${encode(contact.id)}`;
  const call = { subject: contactSubject, signal };
  const find = () => client.call({ ...call, method: 'GET', path, expected: isGone });
  let there = await find();
  if (isGone(there)) {
    const add = { ...call, method: 'POST' as const, path: '/user/me/contact', json };
    const made = await client.call({ ...add, expected: saysExists });
    if (!saysExists(made)) return requireId(idIn(made), 'made');
    there = await find();
    if (isGone(there)) throw refusalOf(made, contactSubject);
  }
  const id = requireId(idOf(at(at(there.body, 'common.realtorContactDetail'), '@id')), 'showed');
  if (!holds(at(there.body, 'common.realtorContactDetail'), json['common.realtorContactDetail'])) {
    await client.call({ ...call, method: 'PUT', path: `/user/me/contact/${encode(id)}`, json });
  }
  return id;
}

function requireId(id: string | undefined, how: 'made' | 'showed'): string {
  if (id === undefined) throw again(`The marketplace ${how} a contact without its id.`);
  return id;
}

/** Whether every field that would be sent is there with the same value, and no other one of ours. */
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

export interface ObjectStep extends StepTools {
  known: RemoteIds | undefined;
  contact: string | undefined;
  remember(remote: RemoteIds): Promise<void>;
}

/** Makes the object there, or replaces it; its id is remembered before anything else happens. */
export async function setObject(
  snapshot: PropertySnapshot,
  { client, signal, known, contact, remember }: ObjectStep,
): Promise<string> {
  const json = objectBody(snapshot, contact);
  const call = { subject: objectSubject, signal };
  const replace = (id: string) =>
    client.call({
      ...call,
      method: 'PUT',
      path: `${OBJECTS}/${encode(id)}?${NEW_VALUES}`,
      json,
      expected: isGone,
    });
  if (known?.objectId !== undefined) {
    if (!isGone(await replace(known.objectId))) return known.objectId;
    await remember({});
  }
  const path = `${OBJECTS}?${NEW_VALUES}`;
  const made = await client.call({ ...call, method: 'POST', path, json, expected: saysExists });
  const exists = saysExists(made);
  const objectId =
    (exists ? undefined : idIn(made)) ?? (await requireOwn(snapshot.externalId, { client, signal }));
  await remember({ objectId });
  if (exists && isGone(await replace(objectId)))
    throw again('The object has been removed from the marketplace.');
  return objectId;
}

/** The type of every object that is published. An object of another type was created by somebody else. */
const TYPE = 'apartmentBuy';

interface FoundObject {
  id: string;
  type: string;
}

/** The id of the object that was just created or that already has the external id. @throws CallFailed for another type */
async function requireOwn(externalId: string, tools: StepTools): Promise<string> {
  const found = await findObject(externalId, tools);
  if (!found) throw again('The marketplace reports an object with this external id but does not return it.');
  if (found.type === TYPE) return found.id;
  const message =
    `externalId: the marketplace account holds an object of another type (${found.type}) under ${externalId}. ` +
    'The type of an object cannot change there. Remove that object, or publish the property with another externalId.';
  throw new CallFailed({ code: 'validation_rejected', message, repeat: false, scope: 'listing' });
}

/** The id of the property with this external id; undefined when there is none or the object has another type. */
export async function findOwn(externalId: string, tools: StepTools): Promise<string | undefined> {
  const found = await findObject(externalId, tools);
  return found?.type === TYPE ? found.id : undefined;
}

async function findObject(
  externalId: string,
  { client, signal }: StepTools,
): Promise<FoundObject | undefined> {
  const path = `${OBJECTS}/ext-${encode(externalId)}?${NEW_VALUES}`;
  const answer = await client.call({ method: 'GET', path, subject: objectSubject, expected: isGone, signal });
  if (isGone(answer)) return undefined;
  const found = Object.entries(answer.body ?? {}).flatMap(([name, value]): FoundObject[] => {
    const type = /^realestates\.(\w{1,50})$/.exec(name)?.[1];
    const id = idOf(at(value, '@id'));
    return type === undefined || id === undefined ? [] : [{ id, type }];
  });
  if (!found[0]) throw again('The response of the marketplace does not contain the object.');
  return found[0];
}

/** Puts the object on the public channel; that it is there already is as good. */
export async function publish(objectId: string, { client, signal }: StepTools): Promise<void> {
  const json = {
    'common.publishObject': { realEstate: { '@id': objectId }, publishChannel: { '@id': CHANNEL } },
  };
  const call = { subject: publishSubject, signal };
  const isConflict = ({ statusCode }: MarketplaceAnswer) => statusCode === 409;
  const answer = await client.call({ ...call, method: 'POST', path: '/publish', json, expected: isConflict });
  if (isConflict(answer) && !(await isPublished(objectId, { client, signal }))) {
    throw again('The marketplace is processing another call for the property.');
  }
}

export async function isPublished(objectId: string, { client, signal }: StepTools): Promise<boolean> {
  const call = { method: 'GET' as const, path: publicationPath(objectId), subject: publishSubject, signal };
  const answer = await client.call({ ...call, expected: isGone });
  if (isGone(answer)) return false;
  if (Object.keys(answer.body ?? {}).some((name) => name.startsWith('common.publish'))) return true;
  throw again('The response of the marketplace does not contain the publication.');
}

/** Takes the object off the public channel; that it is not there is as good. */
export async function unpublish(objectId: string, { client, signal }: StepTools): Promise<void> {
  const call = {
    method: 'DELETE' as const,
    path: publicationPath(objectId),
    subject: publishSubject,
    signal,
  };
  await client.call({ ...call, expected: isGone });
}

export async function removeObject(objectId: string, { client, signal }: StepTools): Promise<void> {
  const call = {
    method: 'DELETE' as const,
    path: `${OBJECTS}/${encode(objectId)}`,
    subject: objectSubject,
    signal,
  };
  await client.call({ ...call, expected: isGone });
}

const publicationPath = (objectId: string) => `/publish/${encode(objectId)}_${CHANNEL}`;
