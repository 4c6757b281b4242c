import { AT } from './fixtures.ts';
import type { ReadDocument } from './read-document.ts';
import { said } from './sayable-fields.ts';

/** The contact person of the object. */
export const readContact = (document: ReadDocument): Record<string, unknown> =>
  said({
    email: document.text('kontaktperson/email_zentrale'),
    directEmail: document.text('kontaktperson/email_direkt'),
    feedback: document.text('kontaktperson/email_feedback'),
    phone: document.text('kontaktperson/tel_durchw'),
    mobilePhone: document.text('kontaktperson/tel_handy'),
    lastName: document.text('kontaktperson/name'),
    firstName: document.text('kontaktperson/vorname'),
    title: document.text('kontaktperson/titel'),
    website: document.text('kontaktperson/url'),
  });

/** The numbers of the object, and the action. */
export const readAdministration = (document: ReadDocument): Record<string, unknown> =>
  said({
    action: document.text('verwaltung_techn/aktion/@aktionart'),
    number: document.text('verwaltung_techn/objektnr_extern'),
    ownNumber: document.text('verwaltung_techn/objektnr_intern'),
    id: document.text('verwaltung_techn/openimmo_obid'),
    origin: document.text('verwaltung_techn/kennung_ursprung'),
    date: document.text('verwaltung_techn/stand_vom'),
    isPassedOn: document.flag('verwaltung_techn/weitergabe_generell'),
  });

/** The expected numbers and action of an object of the tests. */
export const administrationOf = (number: string, action: string | undefined): Record<string, unknown> =>
  said({
    action,
    number,
    ownNumber: number,
    id: number,
    origin: 'estate',
    date: AT.toISOString().slice(0, 10),
    isPassedOn: false,
  });
