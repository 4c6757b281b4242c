import { publicationProblem } from '@estate/contracts';
import type { HiddenAddress, PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { SentProperty } from './listing.ts';
import { mentionsOf } from './street-words.ts';

type Fields = SentProperty['fields'];

/** True if street and number are not sent. */
export const isOmitted = ({ address }: Pick<Fields, 'address'>, hidden: HiddenAddress): boolean =>
  hidden === 'omit' && !address.publish;

/** Fields with an address that has no street and no number; platforms leave out what is empty. */
export const withoutStreet = <F extends Pick<Fields, 'address'>>(fields: F): F => ({
  ...fields,
  address: { ...fields.address, street: '', streetNumber: '' },
});

/** True for an address that is not shown and has no street, which some platforms need. */
export const lacksStreet = ({ address }: Pick<Fields, 'address'>): boolean =>
  !address.publish && (address.street ?? '') === '';

/** A property as it may be sent: without the street, and without titles and links that contain it. */
export function withoutAddress(snapshot: PropertySnapshot): PropertySnapshot {
  const isMentioned = mentionsOf(snapshot.fields.address.street ?? '');
  const untitled = <T extends { title?: string | undefined }>({ title, ...rest }: T) =>
    title === undefined || isMentioned(title) ? rest : { ...rest, title };
  return {
    ...snapshot,
    fields: withoutStreet(snapshot.fields),
    attachments: snapshot.attachments.map(untitled),
    links: snapshot.links.filter(({ url }) => !isMentioned(decoded(url))).map(untitled),
  };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Where else the property says its street: what is left out of it, what is sent, and what must be changed before. */
export function problemsOfOmission(snapshot: PropertySnapshot): PublicationProblem[] {
  const isMentioned = mentionsOf(snapshot.fields.address.street ?? '');
  const { attachments, links, externalId } = snapshot;
  const texts = Object.entries({ ...snapshot.fields, address: undefined }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isMentioned(entry[1]),
  );
  return [
    ...attachments.filter(({ watermarkCaption = '' }) => isMentioned(watermarkCaption)).map(inWatermark),
    ...attachments
      .filter(({ title = '' }) => isMentioned(title))
      .map(({ position }) => leftOut(`attachments.${position}.title`)),
    ...links.flatMap(({ url, title = '' }, position) => {
      if (isMentioned(decoded(url))) return [leftOut(`links.${position}`)];
      return isMentioned(title) ? [leftOut(`links.${position}.title`)] : [];
    }),
    ...texts.map(([name]) => sentAsItIs(`fields.${name}`)),
    ...(isMentioned(externalId) ? [sentAsItIs('externalId')] : []),
  ];
}

const inWatermark = ({ position }: { position: number }): PublicationProblem => {
  const field = `attachments.${position}.watermarkCaption`;
  return publicationProblem('error', { field, reason: 'street_in_watermark' });
};

const leftOut = (field: string): PublicationProblem =>
  publicationProblem('warning', { field, reason: 'street_left_out' });

const sentAsItIs = (field: string): PublicationProblem =>
  publicationProblem('warning', { field, reason: 'street_in_text' });
