import type { ImportedObject } from '../read/read-object.ts';
import type { ReadOptions } from '../read/read-package.ts';
import { objectsIn, readEvents } from './read-events.ts';

/** The sections of a complete garage for sale. */
export const GARAGE = {
  objektkategorie:
    '<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><parken parken_typ="EINZELGARAGE"/></objektart>',
  geo: '<plz>80331</plz><ort>München</ort><strasse>Lindenweg</strasse><hausnummer>1</hausnummer>',
  preise: '<kaufpreis>20000</kaufpreis>',
  freitexte: '<objekttitel>Garage</objekttitel>',
  verwaltung_techn: '<objektnr_extern>G-1</objektnr_extern>',
};

/** Reads an object of these sections; `undefined` leaves one out. */
export async function readSections(
  changes: Partial<Record<string, string | undefined>>,
  options?: ReadOptions & { transfer?: string; provider?: string },
): Promise<ImportedObject> {
  const sections = Object.entries<string | undefined>({ ...GARAGE, ...changes });
  const content = sections.map(([name, inside]) =>
    inside === undefined ? '' : `<${name}>${inside}</${name}>`,
  );
  const { transfer = '<uebertragung/>', provider = '<openimmo_anid>A</openimmo_anid>' } = options ?? {};
  const document = `<openimmo>${transfer}<anbieter>${provider}<immobilie>${content.join('')}</immobilie></anbieter></openimmo>`;
  const read = await readEvents(document, options);
  const [object] = objectsIn(read);
  if (object === undefined) throw new Error('no object was read', { cause: read.error });
  return object;
}

export const messagesOf = ({ problems }: ImportedObject): string[] => problems.map(({ message }) => message);
