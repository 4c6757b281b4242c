import type { Contact } from '@estate/contracts';
import type { Remember, SetPublication } from '../platform.ts';
import { idIn, isGone, saysExists } from './answer.ts';
import type { MarketplaceAnswer } from './answer.ts';
import type { MakeCall } from './client.ts';
import { contactBody, contactFieldOf } from './contact/body.ts';
import { again, CallFailed, refusalOf } from './failures.ts';
import type { Subject } from './subject.ts';
import { at, idOf, textOf } from './messages.ts';
import { encode } from './oauth/signature.ts';
import { apiFieldOf, objectBody } from './object/body.ts';

const CHANNEL = '10000';
const OBJECTS = '/user/me/realestate';
/** Without it the marketplace refuses the newer energy sources, or returns others. */
const NEW_VALUES = 'usenewenergysourceenev2014values=true';

const objectSubject: Subject = { what: 'the property', field: 'fields', fieldOf: apiFieldOf };
const contactSubject: Subject = { what: 'the contact', field: 'contactId', fieldOf: contactFieldOf };
const publishSubject: Subject = { what: 'the publication', field: 'fields', fieldOf: apiFieldOf };

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

interface ObjectStep {
  call: MakeCall;
  contact: string | undefined;
  remember: Remember;
}

/** Creates or replaces the object on the marketplace; its id is remembered before anything else happens. */
export async function setObject(
  { snapshot, remote }: SetPublication,
  { call, contact, remember }: ObjectStep,
): Promise<string> {
  const json = objectBody(snapshot, contact);
  const subject = objectSubject;
  const replace = (id: string) =>
    call({ method: 'PUT', path: `${objectPath(id)}?${NEW_VALUES}`, subject, json, expected: isGone });
  if (remote?.objectId !== undefined) {
    if (!isGone(await replace(remote.objectId))) return remote.objectId;
    await remember({});
  }
  const path = `${OBJECTS}?${NEW_VALUES}`;
  const made = await call({ method: 'POST', path, subject, json, expected: saysExists });
  const exists = saysExists(made);
  const objectId = (exists ? undefined : idIn(made)) ?? (await requireOwn(snapshot.externalId, call));
  await remember({ objectId });
  if (exists && isGone(await replace(objectId)))
    throw again('The object has been removed from the marketplace.');
  return objectId;
}

/** The type of every object that is published. An object of another type was created by somebody else. */
const TYPE = 'apartmentBuy';

type FoundObject = { id: string; type: string };

/** The id of the object that was just created or that already has the external id. @throws CallFailed for another type */
async function requireOwn(externalId: string, call: MakeCall): Promise<string> {
  const found = await findObject(externalId, call);
  if (!found) throw again('The marketplace reports an object with this external id but does not return it.');
  if (found.type === TYPE) return found.id;
  const message =
    `externalId: the marketplace account holds an object of another type (${found.type}) under ${externalId}. ` +
    'The type of an object cannot change there. Remove that object, or publish the property with another externalId.';
  throw new CallFailed({ code: 'validation_rejected', message, repeat: false, scope: 'listing' });
}

/** The id of the property with this external id; undefined when there is none or the object has another type. */
export async function findOwn(externalId: string, call: MakeCall): Promise<string | undefined> {
  const found = await findObject(externalId, call);
  return found?.type === TYPE ? found.id : undefined;
}

async function findObject(externalId: string, call: MakeCall): Promise<FoundObject | undefined> {
  const path = `${OBJECTS}/ext-${encode(externalId)}?${NEW_VALUES}`;
  const answer = await call({ method: 'GET', path, subject: objectSubject, expected: isGone });
  if (isGone(answer)) return undefined;
  const found = Object.entries(answer.body ?? {}).flatMap(([name, value]): FoundObject[] => {
    const type = /^realestates\.(\w{1,50})$/.exec(name)?.[1];
    const id = idOf(at(value, '@id'));
    return type === undefined || id === undefined ? [] : [{ id, type }];
  });
  if (!found[0]) throw again('The response of the marketplace does not contain the object.');
  return found[0];
}

/** Shows the object on the public channel; succeeds as well when it is shown there already. */
export async function publish(objectId: string, call: MakeCall): Promise<void> {
  const json = {
    'common.publishObject': { realEstate: { '@id': objectId }, publishChannel: { '@id': CHANNEL } },
  };
  const expected = ({ statusCode }: MarketplaceAnswer) => statusCode === 409;
  const answer = await call({ method: 'POST', path: '/publish', subject: publishSubject, json, expected });
  if (expected(answer) && !(await isPublished(objectId, call))) {
    throw again('The marketplace is processing another call for the property.');
  }
}

export async function isPublished(objectId: string, call: MakeCall): Promise<boolean> {
  const path = publicationPath(objectId);
  const answer = await call({ method: 'GET', path, subject: publishSubject, expected: isGone });
  if (isGone(answer)) return false;
  if (Object.keys(answer.body ?? {}).some((name) => name.startsWith('common.publish'))) return true;
  throw again('The response of the marketplace does not contain the publication.');
}

/** Takes the object off the public channel; succeeds as well when it is not shown there. */
export const unpublish = (objectId: string, call: MakeCall) =>
  call({ method: 'DELETE', path: publicationPath(objectId), subject: publishSubject, expected: isGone });

export const removeObject = (objectId: string, call: MakeCall) =>
  call({ method: 'DELETE', path: objectPath(objectId), subject: objectSubject, expected: isGone });

const objectPath = (objectId: string) => `${OBJECTS}/${encode(objectId)}`;
const publicationPath = (objectId: string) => `/publish/${encode(objectId)}_${CHANNEL}`;
