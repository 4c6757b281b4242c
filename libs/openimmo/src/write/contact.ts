import type { ContactFields } from '@estate/contracts';
import { element, leaf, requiredLeaf, type XmlElement } from './xml.ts';

/** The address for requests of prospects, besides or instead of the contact's own. */
export interface Feedback {
  address: string;
  replacesContact: boolean;
}

export function contactPerson(contact: ContactFields, feedback: Feedback | undefined): XmlElement {
  const email = feedback?.replacesContact ? feedback.address : contact.email;
  return element('kontaktperson', {}, [
    requiredLeaf('email_zentrale', email),
    requiredLeaf('email_direkt', email),
    leaf('tel_durchw', contact.phone),
    leaf('tel_handy', contact.mobilePhone),
    requiredLeaf('name', contact.lastName),
    leaf('vorname', contact.firstName),
    leaf('titel', contact.title),
    leaf('email_feedback', feedback?.address),
    leaf('url', contact.website),
  ]);
}
