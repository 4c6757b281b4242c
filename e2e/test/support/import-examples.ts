import type { Import, ImportSource } from '@estate/contracts';
import { until } from './until.ts';
import type { CustomerAccount, World } from './world.ts';

/** An apartment in a document. */
export const object = (
  number: string,
  { title = number, kind = '<wohnung wohnungtyp="ETAGE"/>' } = {},
): string => `<immobilie>
  <objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart>${kind}</objektart></objektkategorie>
  <geo><plz>80331</plz><ort>München</ort><strasse>Lindenweg</strasse><hausnummer>12</hausnummer><land iso_land="DEU"/><geokoordinaten breitengrad="48.1" laengengrad="11.6"/></geo>
  <kontaktperson><email_direkt>klara@example.org</email_direkt><name>Hofmann</name><vorname>Klara</vorname></kontaktperson>
  <preise><kaufpreis>410000</kaufpreis></preise>
  <flaechen><wohnflaeche>71,5</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer></flaechen>
  <freitexte><objekttitel>${title}</objekttitel><objektbeschreibung>&lt;p&gt;Hell.&lt;/p&gt;</objektbeschreibung></freitexte>
  <verwaltung_techn><objektnr_extern>${number}</objektnr_extern></verwaltung_techn>
</immobilie>`;

export const documentOf = (scope: 'VOLL' | 'TEIL', objects: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><openimmo>
  <uebertragung art="ONLINE" umfang="${scope}" version="1.2.7" sendersoftware="Seeblick Desktop" senderversion="9.4"/>
  <anbieter><firma>Seeblick Immobilien GmbH</firma><openimmo_anid>SB1</openimmo_anid>${objects.join('')}</anbieter></openimmo>`;

const ENDED: readonly Import['state'][] = ['finished', 'failed', 'cancelled', 'awaiting_confirmation'];

/** Sends a package by the API. */
export async function sendPackage(
  { stack }: Pick<World, 'stack'>,
  { key }: Pick<CustomerAccount, 'key'>,
  { body, ...about }: { fileName: string; body: string; sourceId?: string },
): Promise<Import> {
  const response = await fetch(`${stack.apiUrl}/imports?${new URLSearchParams(about).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    body,
  });
  return (await response.json()) as Import;
}

/** Imports in the states that a page can show, and the source that they belong to. */
export async function importExamples(
  world: World,
  customer: CustomerAccount,
  targetIds: readonly string[],
): Promise<{ source: ImportSource; imports: Record<'finished' | 'waiting' | 'failed', Import> }> {
  const { api } = customer;
  const source = await api.post<ImportSource>('/import-sources', { name: 'Seeblick Desktop', targetIds });
  const upload = async (fileName: string, body: string): Promise<Import> => {
    const { id } = await sendPackage(world, customer, { sourceId: source.id, fileName, body });
    return until({
      what: `the import of ${fileName} to end`,
      look: () => api.get<Import>(`/imports/${id}`),
      good: ({ state }) => ENDED.includes(state),
    });
  };
  const numbers = ['IMP-1', 'IMP-2', 'IMP-3'];
  const broken = object('IMP-4', { title: 'Penthouse ohne Objektart', kind: '' });
  const finished = await upload(
    'seeblick-1.xml',
    documentOf('TEIL', [...numbers.map((one) => object(one)), broken]),
  );
  const waiting = await upload('seeblick-2.xml', documentOf('VOLL', [object('IMP-1')]));
  const failed = await upload('seeblick-3.xml', 'no document');
  return { source, imports: { finished, waiting, failed } };
}
