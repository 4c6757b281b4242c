import { escapeHtml } from '../html.ts';

/** The subject of an inquiry, and its prospect. */
export interface InquiryContent {
  externalId: string;
  /** The title of the property. */
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  message: string;
}

export const EXAMPLE_CONTENT: InquiryContent = {
  externalId: 'P-77',
  title: 'Maisonette über den Dächern',
  firstName: 'Jana',
  lastName: 'Müller-Groß',
  email: 'jana@example.com',
  phone: '0351 123456',
  message: 'Guten Tag,\nist die Wohnung noch frei? Passt „450.000 €“?',
};

/** A template tag that escapes values. */
const xml = (strings: TemplateStringsArray, ...values: string[]): string =>
  strings
    .map((text, index) => text + (index < values.length ? escapeHtml(values[index] ?? '') : ''))
    .join('');

const declared = (encoding: string, body: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n${body}\n`;

/** A document in the format of platforms. */
export const feedback = (content: InquiryContent): string => xml`<openimmo_feedback>
  <version>1.2.5</version>
  <sender><name>portal-eins</name><openimmo_anid>A-1001</openimmo_anid><datum>2025-03-05</datum><makler_id>A-1001</makler_id></sender>
  <objekt>
    <portal_unique_id>f2c1-8842</portal_unique_id>
    <portal_obj_id>99887766</portal_obj_id>
    <oobj_id>${content.externalId}</oobj_id>
    <expose_url>https://portal-eins.example/expose/99887766</expose_url>
    <vermarktungsart>KAUF</vermarktungsart>
    <bezeichnung>${content.title}</bezeichnung>
    <strasse>Lindenweg 12a</strasse>
    <ort>München</ort>
    <land>DEU</land>
    <interessent>
      <anrede>Frau</anrede><vorname>${content.firstName}</vorname><nachname>${content.lastName}</nachname>
      <plz>01067</plz><ort>Dresden</ort>
      <tel>${content.phone}</tel><email>${content.email}</email>
      <anfrage>${content.message}</anfrage>
    </interessent>
  </objekt>
</openimmo_feedback>`;

const prefixed = ({
  externalId,
  lastName,
  email,
  message,
}: InquiryContent) => xml`<oi:openimmo_feedback xmlns:oi="http://www.openimmo.de">
  <oi:sender><oi:makler_id>A-1001</oi:makler_id><oi:name>portal-zwei</oi:name></oi:sender>
  <oi:version>1.2.4</oi:version>
  <oi:objekt><oi:oobj_id>${externalId}</oi:oobj_id>
    <oi:interessent><oi:email>${email}</oi:email><oi:nachname>${lastName}</oi:nachname><oi:anfrage>${message}</oi:anfrage></oi:interessent>
  </oi:objekt>
</oi:openimmo_feedback>`;

const beside = ({
  externalId,
  firstName,
  lastName,
  email,
  message,
}: InquiryContent) => xml`<openimmo_feedback>
  <version>1.2.7</version>
  <sender><name>eigene Seite</name></sender>
  <objekt><portal_obj_id>${externalId}</portal_obj_id></objekt>
  <interessent><vorname>${firstName}</vorname><nachname>${lastName}</nachname><email>${email}</email><bemerkung>${message}</bemerkung></interessent>
</openimmo_feedback>`;

const several = ({ externalId }: InquiryContent) => xml`<openimmo_feedback>
  <version>1.2.5</version>
  <objekt><oobj_id>${externalId}</oobj_id>
    <interessent><nachname>Eins</nachname><email>eins@example.com</email><anfrage>A</anfrage></interessent>
    <interessent><nachname>Zwei</nachname><email>zwei@example.com</email><anfrage>B</anfrage></interessent>
  </objekt>
  <objekt><oobj_id>P-78</oobj_id>
    <interessent><nachname>Drei</nachname><email>drei@example.com</email><anfrage>C</anfrage></interessent>
  </objekt>
</openimmo_feedback>`;

const report = ({ externalId }: InquiryContent) => xml`<openimmo_feedback>
  <version>1.2.5</version>
  <sender><name>portal-eins</name><datum>2025-03-05</datum><makler_id>A-1001</makler_id></sender>
  <fehlerliste><fehler><objekt_id>${externalId}</objekt_id><fehlernr>12</fehlernr><text>Bild zu groß</text></fehler></fehlerliste>
  <status><statusnr>1</statusnr><text>Import mit Fehlern</text></status>
</openimmo_feedback>`;

const BOMB = `<!DOCTYPE openimmo_feedback [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<openimmo_feedback><version>1.2.5</version><sender><name>&b;</name></sender></openimmo_feedback>`;

const exported =
  (action: string) =>
  ({ externalId }: InquiryContent) =>
    xml`<openimmo>
  <uebertragung art="ONLINE" umfang="TEIL" modus="${action}" version="1.2.7"/>
  <anbieter><anbieternr>A-1001</anbieternr><immobilie><verwaltung_techn><objektnr_extern>${externalId}</objektnr_extern></verwaltung_techn></immobilie></anbieter>
</openimmo>`;

/** The characters of windows-1252 that ISO 8859-1 lacks. */
const WINDOWS: Readonly<Record<string, number>> = { '€': 0x80, '„': 0x84, '–': 0x96, '“': 0x93, '”': 0x94 };
const windows1252 = (text: string) =>
  Buffer.from(Array.from(text, (sign) => WINDOWS[sign] ?? Math.min(sign.charCodeAt(0), 0xff)));
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const withMark = (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);

/** A document to send; the bytes are as odd as those of some platforms. */
export interface ReadyDocument {
  name: string;
  title: string;
  /** The expected result. */
  ends: 'request' | 'three requests' | 'failure';
  bytes: (content: InquiryContent) => Buffer;
}

/** Every kind of document that occurs in practice. */
export const READY_DOCUMENTS: readonly ReadyDocument[] = [
  { name: 'basic', title: 'A valid inquiry', ends: 'request', bytes: (c) => Buffer.from(declared('UTF-8', feedback(c))) },
  { name: 'latin1', title: 'In ISO 8859-1', ends: 'request', bytes: (c) => windows1252(declared('ISO-8859-1', feedback(c))) },
  { name: 'windows1252', title: 'In windows-1252', ends: 'request', bytes: (c) => windows1252(declared('windows-1252', feedback(c))) },
  { name: 'declared-utf8-but-windows1252', title: 'Says UTF-8, is windows-1252', ends: 'request', bytes: (c) => windows1252(declared('UTF-8', feedback(c))) },
  { name: 'utf16', title: 'In UTF-16', ends: 'request', bytes: (c) => utf16(declared('UTF-16', feedback(c))) },
  { name: 'utf8-bom-crlf', title: 'With a byte order mark and CRLF', ends: 'request', bytes: (c) => withMark(declared('UTF-8', feedback(c)).replaceAll('\n', '\r\n')) },
  { name: 'namespace-and-order', title: 'With prefixes, in another order', ends: 'request', bytes: (c) => Buffer.from(declared('UTF-8', prefixed(c))) },
  { name: 'prospect-beside-object', title: 'The person next to the object', ends: 'request', bytes: (c) => Buffer.from(declared('UTF-8', beside(c))) },
  { name: 'two-objects-three-prospects', title: 'Two objects, three people', ends: 'three requests', bytes: (c) => Buffer.from(declared('UTF-8', several(c))) },
  { name: 'import-report', title: 'An import report', ends: 'failure', bytes: (c) => Buffer.from(declared('UTF-8', report(c))) },
  { name: 'entity-bomb', title: 'An entity bomb', ends: 'failure', bytes: () => Buffer.from(BOMB) },
  { name: 'export-new', title: 'An export document', ends: 'failure', bytes: (c) => Buffer.from(declared('UTF-8', exported('NEW')(c))) },
  { name: 'export-delete', title: 'A delete document', ends: 'failure', bytes: (c) => Buffer.from(declared('UTF-8', exported('DELETE')(c))) },
]; // oxfmt-ignore
