import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface SampleObject {
  number: string;
  title?: string;
  action?: 'CHANGE' | 'DELETE';
  /** Replaces the price, which a garage for sale must have. */
  prices?: string;
  email?: string;
  photos?: readonly (string | { path: string; check: string })[];
  /** In base64; several may have paths. */
  embedded?: string | readonly { path?: string; data: string }[];
  photoUrl?: string;
  /** Replaces the place, which an object must have. */
  geo?: string;
  /** Elements of `zustand_angaben`. */
  condition?: string;
  /** Elements of `verwaltung_techn`. */
  technical?: string;
}

const attachmentOf = (data: string, check = '') =>
  `<anhang location="EXTERN" gruppe="BILD">${check}<daten>${data}</daten></anhang>`;
const photoOf = ({ path, check }: { path: string; check?: string }) =>
  attachmentOf(`<pfad>${path}</pfad>`, check && `<check ctype="MD5">${check}</check>`);

const embeddedOf = ({ path, data }: { path?: string; data: string }) =>
  attachmentOf(`${path === undefined ? '' : `<pfad>${path}</pfad>`}<anhanginhalt>${data}</anhanginhalt>`);

const GEO = '<plz>80331</plz><ort>München</ort><strasse>Lindenweg</strasse><hausnummer>1</hausnummer>';

/** A garage for sale, which has few required fields. */
function objectOf({ number, title = `Garage ${number}`, action, email, ...given }: SampleObject): string {
  const {
    geo = GEO,
    prices = '<kaufpreis>20000</kaufpreis>',
    photos = [],
    embedded = [],
    photoUrl,
    condition = '',
    technical = '',
  } = given;
  const attachments = [
    ...photos.map((photo) => photoOf(typeof photo === 'string' ? { path: photo } : photo)),
    ...(photoUrl === undefined ? [] : [attachmentOf(`<pfad>${photoUrl}</pfad>`)]),
    ...(typeof embedded === 'string' ? [{ data: embedded }] : embedded).map(embeddedOf),
  ];
  const person =
    email === undefined
      ? ''
      : `<kontaktperson><name>Beispiel</name><vorname>Anna</vorname><email_direkt>${email}</email_direkt></kontaktperson>`;
  return `<immobilie>
<objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><parken parken_typ="EINZELGARAGE"/></objektart></objektkategorie>
<geo>${geo}</geo>
${person}<preise>${prices}</preise><zustand_angaben>${condition}</zustand_angaben><freitexte><objekttitel>${title}</objekttitel></freitexte>
<anhaenge>${attachments.join('')}</anhaenge>
<verwaltung_techn><objektnr_extern>${number}</objektnr_extern>${technical}${action === undefined ? '' : `<aktion aktionart="${action}"/>`}</verwaltung_techn>
</immobilie>`;
}

/** A transfer of one provider. */
export const documentOf = (
  objects: readonly SampleObject[],
  {
    scope = 'TEIL',
    provider = 'A',
    software = 'Sample',
  }: { scope?: 'VOLL' | 'TEIL'; provider?: string; software?: string } = {},
): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><openimmo><uebertragung art="ONLINE" umfang="${scope}" modus="NEW" version="1.2.7" sendersoftware="${software}" senderversion="1"/><anbieter><openimmo_anid>${provider}</openimmo_anid>${objects.map(objectOf).join('')}</anbieter></openimmo>`,
  );

/** A ZIP file of deflated files. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  return buffer(zip.outputStream);
}
