import { describe, expect, it } from 'vitest';
import { FORMS, forwarded, multipart, part, plainMail, tnefOf, zipOf } from '../../test/mail-forms.ts';
import { SAMPLES, sample } from '../../test/samples.ts';
import type { Reading } from '../domain/reading.ts';
import { readMail } from './read-mail.ts';

const about = { to: 'd1a2b3c4e5f6g7h8i9j0@requests.example.org' };
const attached = 'Content-Disposition: attachment; filename=kontakt.xml';
/** The message of each person, whichever way the reading keeps it. */
const messagesOf = ({ inquiries, texts }: Reading) =>
  inquiries.map(({ message }) => ('own' in message ? message.own : texts[message.shared]));
const xmlPart = (xml: Uint8Array, type = 'text/xml') => part([`Content-Type: ${type}`, attached], xml);

describe.each(Object.entries(FORMS))('a document sent as %s', (_form, wrap) => {
  it.each(SAMPLES)('ends as its name says: $name', async ({ xml, requests, name }) => {
    const reading = await readMail(wrap(about, xml));
    expect(reading.inquiries).toHaveLength(requests);
    expect(reading.failure === undefined).toBe(requests > 0);
    if (requests === 1 && !name.includes('tolerated-')) {
      expect(reading.inquiries[0]?.prospect.lastName).toBe('Müller-Groß');
      expect(reading.inquiries[0]?.property.address?.city).toBe('München');
    }
    expect(reading.addressed.flat()).toContain(about.to);
    expect(reading.subject).toBe('Anfrage');
  });
});

describe('a document', () => {
  it('a document maps to the fields of a request', async () => {
    const { inquiries } = await readMail(multipart(about, [xmlPart(sample('feedback-basic'))]));
    expect(inquiries).toMatchObject([
      {
        message: { own: 'Guten Tag,\nist die Wohnung noch frei?' },
        prospect: {
          salutation: 'Frau',
          firstName: 'Jana',
          lastName: 'Müller-Groß',
          company: 'Größe & Söhne KG',
          email: 'jana@example.com',
          phone: '0351 123456',
          mobilePhone: '+49 171 5550000',
          address: { street: 'Am Bäch 3', postalCode: '01067', city: 'Dresden' },
        },
        property: {
          externalId: 'P-77',
          publicUrl: 'https://portal-eins.example/expose/99887766',
          title: 'Maisonette über den Dächern',
          address: { street: 'Lindenweg 12a', city: 'München', cityDistrict: 'Altstadt', country: 'DEU' },
        },
        externalIds: ['P-77', '99887766'],
      },
    ]);
  });

  it('a document keeps the signs of windows-1252, also when it says it is UTF-8', async () => {
    for (const name of ['feedback-windows1252', 'feedback-tolerated-declared-utf8-but-windows1252']) {
      const reading = await readMail(multipart(about, [xmlPart(sample(name))]));
      expect(messagesOf(reading)[0]).toContain('noch frei – 450.000 € „VHB“?');
    }
  });

  it.each(['utf-8', 'iso-8859-1', 'us-ascii', 'utf-16', 'no-such-charset'])(
    'a document is read although its MIME charset wrongly says %s',
    async (charset) => {
      for (const name of ['feedback-basic', 'feedback-windows1252', 'feedback-utf16']) {
        const mail = multipart(about, [xmlPart(sample(name), `text/xml; charset=${charset}`)]);
        expect((await readMail(mail)).inquiries[0]?.prospect.lastName, name).toBe('Müller-Groß');
      }
    },
  );

  it('a document is read in UTF-16 without a byte order mark', async () => {
    const text = sample('feedback-basic').toString().replace('UTF-8', 'UTF-16');
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      const { inquiries } = await readMail(multipart(about, [xmlPart(bytes, 'application/octet-stream')]));
      expect(inquiries[0]?.prospect.lastName).toBe('Müller-Groß');
    }
  });

  it('a document takes the text of the email when it has no message', async () => {
    const xml = sample('feedback-basic')
      .toString()
      .replace(/<anfrage>[^]*<\/anfrage>/, '');
    const reading = await readMail(multipart(about, [xmlPart(Buffer.from(xml))]));
    expect(messagesOf(reading)).toEqual(['Ich habe Interesse.']);
  });

  it('a document is read out of the text of the mail', async () => {
    const mail = plainMail(about, `Neue Anfrage:\n\n${sample('feedback-basic').toString()}\n\nIhr Portal`);
    expect((await readMail(mail)).inquiries[0]?.prospect.lastName).toBe('Müller-Groß');
  });

  it('a document that is in the email twice asks once, and two documents ask twice', async () => {
    const twice = multipart(about, [xmlPart(sample('feedback-basic')), xmlPart(sample('feedback-latin1'))]);
    expect((await readMail(twice)).inquiries).toHaveLength(1);
    const two = multipart(about, [
      xmlPart(sample('feedback-basic')),
      xmlPart(sample('feedback-two-objects-three-prospects')),
    ]);
    const { inquiries } = await readMail(two);
    expect(inquiries).toHaveLength(4);
    expect(new Set(inquiries.map(({ origin }) => origin)).size).toBe(4);
  });

  it('a document counts although another one in the email is none, which is named', async () => {
    const mail = multipart(about, [xmlPart(sample('apartment-buy-new')), xmlPart(sample('feedback-basic'))]);
    const { inquiries, failure } = await readMail(mail);
    expect(inquiries).toHaveLength(1);
    expect(failure).toMatchObject({
      failureCode: 'xml_not_a_request',
      problems: [{ failureCode: 'xml_not_a_request', part: 'kontakt.xml', count: 1 }],
    });
  });

  it('a document tolerates a bare ampersand and numbers for signs', async () => {
    const xml = sample('feedback-basic')
      .toString()
      .replace('Größe &amp; Söhne KG', 'Gr&#246;&#xDF;e & S&#246;hne KG');
    const { inquiries } = await readMail(multipart(about, [xmlPart(Buffer.from(xml))]));
    expect(inquiries[0]?.prospect.company).toBe('Größe & Söhne KG');
  });

  const inquiryOf = (prospect: string, object = '') =>
    Buffer.from(
      `<openimmo_feedback><objekt><oobj_id>P-1</oobj_id>${object}<interessent>${prospect}</interessent></objekt></openimmo_feedback>`,
    );
  const readInquiry = (xml: Uint8Array) => readMail(multipart(about, [xmlPart(xml)]));

  it.each(['M&uuml;ller', 'M&amp;uuml;ller', 'M&#252;ller', '<![CDATA[M&uuml;ller]]>'])(
    'a document with the name %s is of Müller',
    async (name) => {
      const { inquiries, failure } = await readInquiry(inquiryOf(`<nachname>${name}</nachname>`));
      expect(inquiries).toMatchObject([{ prospect: { lastName: 'Müller' } }]);
      expect(failure).toBeUndefined();
    },
  );

  it('a document with a house number of its own has it behind the street', async () => {
    const address = '<strasse>Ring</strasse><hausnummer>5</hausnummer>';
    const { inquiries } = await readInquiry(inquiryOf(`<nachname>Muster</nachname>${address}`, address));
    expect(inquiries).toMatchObject([
      { prospect: { address: { street: 'Ring 5' } }, property: { address: { street: 'Ring 5' } } },
    ]);
  });

  it.each([
    ['<strasse>Ring 5</strasse><hausnummer>5</hausnummer>', 'Ring 5'],
    ['<strasse>Ring 5a</strasse><hausnr>5 A</hausnr>', 'Ring 5a'],
    ['<strasse>Ring 15</strasse><hausnummer>5</hausnummer>', 'Ring 15 5'],
    ['<strasse>Straße 17</strasse><hausnummer>3</hausnummer>', 'Straße 17 3'],
    ['<strasse>Ring 5</strasse>', 'Ring 5'],
    ['<hausnummer>5</hausnummer>', '5'],
    ['<ort>Wels</ort><hausnr>5</hausnr>', '5'],
  ])('a document with %s has the street and number once: %s', async (address, street) => {
    const { inquiries } = await readInquiry(inquiryOf(`<nachname>Muster</nachname>${address}`, address));
    expect(inquiries).toMatchObject([
      { prospect: { address: { street } }, property: { address: { street } } },
    ]);
  });

  it.each(['k.A.', 'keine Angabe', 'n/a', '-', 'unbekannt'])(
    'a document with %s for what a person has not said has none of it',
    async (text) => {
      const unsaid = (names: readonly string[]) => names.map((name) => `<${name}>${text}</${name}>`).join('');
      const person = unsaid(['anrede', 'vorname', 'firma', 'email', 'tel', 'mobil', 'hausnummer', 'plz']);
      const { inquiries } = await readInquiry(
        inquiryOf(
          `<nachname>Null</nachname>${person}<strasse>Ring</strasse><anfrage>Noch frei?</anfrage>`,
          unsaid(['ort', 'strasse', 'hausnummer']),
        ),
      );
      expect(inquiries).toMatchObject([{ message: { own: 'Noch frei?' } }]);
      expect(inquiries[0]?.prospect).toEqual({ lastName: 'Null', address: { street: 'Ring' } });
      expect(inquiries[0]?.property).not.toHaveProperty('address');
    },
  );

  it.each([
    ['Hallo, <b>dringend</b> bitte am <i>Montag</i>', 'Hallo, dringend bitte am Montag'],
    ['<p>Bitte rufen Sie an.</p>', 'Bitte rufen Sie an.'],
    ['Hallo<br/>Welt', 'Hallo\nWelt'],
    ['Hallo\nWelt, <b>bitte</b>', 'Hallo\nWelt, bitte'],
    ['Hallo&lt;br&gt;ich bin &lt;b&gt;da&lt;/b&gt;', 'Hallo\nich bin da'],
    ['5 &lt; 6 &amp; 7 &gt; 6', '5 < 6 & 7 > 6'],
    ['<table><tr><td>Zimmer</td><td>3</td></tr></table>', 'Zimmer 3'],
    ['<![CDATA[Hallo <Musterfirma><br>Welt]]>', 'Hallo <Musterfirma>\nWelt'],
    ['Ruf an &lt;tel:0171&gt; <b>jetzt</b>', 'Ruf an <tel:0171> jetzt'],
    ['&lt;Video folgt&gt;', '<Video folgt>'],
    ['Vorher<foo>abc <b>und</b> mehr</foo>nachher', 'Vorher abc und mehr nachher'],
    ['<p>Vorher</p><b>vorn <foo>abc</foo></b>', 'Vorher\nvorn abc'],
  ])('a document with the message %s has all of its words: %s', async (text, own) => {
    const { inquiries, failure } = await readInquiry(
      inquiryOf(`<nachname>Muster</nachname><anfrage>${text}</anfrage>`),
    );
    expect(inquiries).toMatchObject([{ message: { own } }]);
    expect(failure).toBeUndefined();
  });

  it.each(['body', 'section', 'BODY'])('a document with its person in <%s> is a request', async (name) => {
    const inside =
      '<objekt><oobj_id>P-1</oobj_id><interessent><nachname>Muster</nachname><anfrage>Noch <b>frei</b>?</anfrage></interessent></objekt>';
    const xml = `<openimmo_feedback><${name}>${inside}</${name}></openimmo_feedback>`;
    const { inquiries, failure } = await readInquiry(Buffer.from(xml));
    expect(inquiries).toMatchObject([
      { prospect: { lastName: 'Muster' }, property: { externalId: 'P-1' }, message: { own: 'Noch frei?' } },
    ]);
    expect(failure).toBeUndefined();
  });

  it('a document with markup in names and titles is read without it', async () => {
    const { inquiries } = await readInquiry(
      inquiryOf(
        '<nachname>&lt;b&gt;Muster&lt;/b&gt;</nachname>',
        '<bezeichnung>Gemütlich <b>und</b> hell</bezeichnung>',
      ),
    );
    expect(inquiries).toMatchObject([
      { prospect: { lastName: 'Muster' }, property: { title: 'Gemütlich und hell' } },
    ]);
  });

  it.each([
    ['beside the person', '', '<anfrage>Noch frei?</anfrage>'],
    [
      'in the second element, because the first one says nothing',
      '<anfrage>-</anfrage><bemerkung>Noch frei?</bemerkung>',
      '',
    ],
  ])('a document whose message is %s has it', async (_where, inside, beside) => {
    const { inquiries } = await readInquiry(inquiryOf(`<nachname>Muster</nachname>${inside}`, beside));
    expect(inquiries).toMatchObject([{ message: { own: 'Noch frei?' } }]);
  });

  it('a document whose message is k.A. has the text of the email', async () => {
    const { inquiries, texts } = await readInquiry(
      inquiryOf('<nachname>Muster</nachname><anfrage>k.A.</anfrage>'),
    );
    expect(inquiries).toMatchObject([{ message: { shared: 0 } }]);
    expect(texts).toEqual(['Ich habe Interesse.']);
  });

  it('a document is read whatever the case of its names, and with objects in a list', async () => {
    const xml = `<OpenImmo_Feedback><Objekte><Objekt><Oobj_Id>P-1</Oobj_Id><Interessent><Nachname>Muster</Nachname>
      <Anfrage>Noch frei?</Anfrage></Interessent></Objekt><Objekt><Oobj_Id>P-2</Oobj_Id></Objekt>
      <Interessent><Nachname>Beispiel</Nachname></Interessent></Objekte></OpenImmo_Feedback>`;
    const { inquiries, failure } = await readInquiry(Buffer.from(xml));
    expect(inquiries).toMatchObject([
      { prospect: { lastName: 'Muster' }, property: { externalId: 'P-1' }, message: { own: 'Noch frei?' } },
      { prospect: { lastName: 'Beispiel' }, property: { externalId: 'P-2' } },
    ]);
    expect(failure).toBeUndefined();
  });

  it('a document whose person has said nothing but a message is a request', async () => {
    const { inquiries } = await readInquiry(
      inquiryOf('<nachname>k.A.</nachname><email>-</email><anfrage>Noch frei?</anfrage>'),
    );
    expect(inquiries).toMatchObject([{ message: { own: 'Noch frei?' }, prospect: {} }]);
    expect(inquiries[0]?.prospect).toEqual({});
  });

  it('a document with characters that XML forbids is read without them, with a problem', async () => {
    const { inquiries, failure } = await readInquiry(
      inquiryOf('<nachname>Muster</nachname><anfrage>Noch\u000B frei?&#12;</anfrage>'),
    );
    expect(inquiries).toMatchObject([{ message: { own: 'Noch frei?' } }]);
    expect(failure?.problems).toMatchObject([
      { failureMessage: 'Characters that XML forbids were left out of the XML document.' },
    ]);
  });

  it('a document is found at any mix of wrappings', async () => {
    const zip = zipOf({ 'winmail.dat': tnefOf('inner.zip', zipOf({ 'x.bin': sample('feedback-basic') })) });
    const inner = multipart({ to: 'x@y.example' }, [part(['Content-Type: image/png'], zip)]);
    expect((await readMail(forwarded(about, inner))).inquiries).toHaveLength(1);
  });
});

describe('an email without a request', () => {
  const codeOf = async (mail: Buffer) => (await readMail(mail)).failure;

  it.each([
    ['an automatic reply', ['Auto-Submitted: auto-replied'], 'automatic reply'],
    ['a newsletter', ['List-Unsubscribe: <https://example.org/off>'], 'newsletter'],
    ['a plain letter', [], 'has no XML document'],
  ])('an email without a request is recognized: %s', async (_what, headers, words) => {
    const failure = await codeOf(plainMail({ ...about, headers }, 'Hallo'));
    expect(failure).toMatchObject({ failureCode: 'no_xml_attachment' });
    expect(failure?.failureMessage).toContain(words);
  });

  it('an email without a request is no request when it is a delivery report, whatever it sends back', async () => {
    const request = multipart(about, [xmlPart(sample('feedback-basic'))]);
    const parts = [`Content-Type: message/rfc822\r\n\r\n${request.toString('latin1')}`];
    const report = multipart(about, parts, 'multipart/report; report-type=delivery-status');
    const { inquiries, failure } = await readMail(report);
    expect(inquiries).toEqual([]);
    expect(failure).toMatchObject({ failureCode: 'no_xml_attachment' });
    expect(failure?.failureMessage).toContain('delivery report');
  });

  it.each([
    ['no_prospect', '<openimmo_feedback><objekt><oobj_id>1</oobj_id></objekt></openimmo_feedback>'],
    [
      'no_prospect',
      '<openimmo_feedback><objekt><interessent><nachname> </nachname></interessent></objekt></openimmo_feedback>',
    ],
    ['xml_not_a_request', '<invoice/>'],
    ['xml_malformed', '<openimmo_feedback><objekt></openimmo_feedback>'],
    ['xml_malformed', '<openimmo_feedback>'],
    ['xml_malformed', '<a/><b/>'],
    ['xml_malformed', '<?xml version="1.0"?>'],
    ['xml_malformed', ''],
    ['xml_malformed', `<!DOCTYPE a><openimmo_feedback/>`],
    ['xml_malformed', `<a>${'<b>'.repeat(100)}${'</b>'.repeat(100)}</a>`],
    ['too_large', `<a>${'x'.repeat(3_000_000)}</a>`],
  ])('an email without a request says %s for %s', async (failureCode, xml) => {
    expect(await codeOf(multipart(about, [xmlPart(Buffer.from(xml))]))).toMatchObject({ failureCode });
  });

  it.each([
    ['archive_unreadable', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 1)])],
    ['archive_unreadable', zipOf({ 'bomb.xml': Buffer.alloc(10_000_000) })],
    ['unsupported_format', Buffer.from('Rar!\x1a\x07\x00 …')],
    ['unsupported_format', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')],
  ])(
    'an email without a request says %s for an archive that is not looked into',
    async (failureCode, bytes) => {
      expect(await codeOf(multipart(about, [part(['Content-Type: application/zip'], bytes)]))).toMatchObject({
        failureCode,
      });
    },
  );

  it('an email without a request carries sender, subject and text for whoever looks into it', async () => {
    const subject = '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=';
    const reading = await readMail(plainMail({ ...about, subject }, 'Schöne Grüße'));
    expect(reading).toMatchObject({ sender: 'portal@portal.example', subject: 'Grüße' });
    expect(reading.body.trim()).toBe('Schöne Grüße');
  });
});
