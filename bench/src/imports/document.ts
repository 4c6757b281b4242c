/** What a package has. */
export interface Stock {
  /** The number of its first object; packages with other objects are those of other providers. */
  first: number;
  objects: number;
  photos: number;
}

export const photoName = (object: number, photo: number): string => `${String(object)}_${String(photo)}.jpg`;

const AGENTS = 5;

/** A full transfer, object by object. */
export async function* documentOf({ first, objects, photos }: Stock): AsyncGenerator<Buffer, void> {
  yield Buffer.from(headOf(first));
  for (let number = first; number < first + objects; number += 1) {
    yield Buffer.from(objectOf(number, photos));
    // Whoever reads decides when the next one is made.
    await Promise.resolve();
  }
  yield Buffer.from('</anbieter></openimmo>');
}

const headOf = (provider: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<openimmo>
<uebertragung art="ONLINE" umfang="VOLL" modus="CHANGE" version="1.2.7" sendersoftware="Bench" senderversion="1"/>
<anbieter><firma>Bench Immobilien GmbH</firma><openimmo_anid>BENCH-${String(provider)}</openimmo_anid>
`;

const DESCRIPTION =
  'Zwei Ebenen, viel Licht. Die Dachterrasse zeigt nach Süden, vom Wohnraum geht der Blick über die Dächer. Im unteren Stockwerk liegen ' +
  'zwei ruhige Zimmer und ein Bad, im oberen Küche, Wohnraum und das zweite Bad. Der Keller ist trocken, der Stellplatz überdacht.';

const objectOf = (number: number, photos: number): string => `<immobilie>
<objektkategorie><nutzungsart WOHNEN="true" GEWERBE="false" ANLAGE="false" WAZ="false"/>
<vermarktungsart KAUF="true" MIETE_PACHT="false" ERBPACHT="false" LEASING="false"/>
<objektart><wohnung wohnungtyp="MAISONETTE"/></objektart></objektkategorie>
<geo><plz>80331</plz><ort>München</ort><strasse>Lindenweg</strasse><hausnummer>${String(number)}</hausnummer>
<land iso_land="DEU"/><etage>4</etage></geo>
${personOf(number % AGENTS)}
<preise><kaufpreis>${String(400_000 + number * 10)}</kaufpreis><hausgeld>320</hausgeld><aussen_courtage>3,57 %</aussen_courtage></preise>
<flaechen><wohnflaeche>96.4</wohnflaeche><anzahl_zimmer>3.5</anzahl_zimmer><anzahl_schlafzimmer>2</anzahl_schlafzimmer><anzahl_badezimmer>2</anzahl_badezimmer></flaechen>
<ausstattung><kueche EBK="true"/><unterkellert keller="JA"/><gaestewc>true</gaestewc></ausstattung>
<zustand_angaben><baujahr>1998</baujahr><zustand zustand_art="GEPFLEGT"/></zustand_angaben>
<freitexte><objekttitel>Maisonette über den Dächern ${String(number)}</objekttitel>
<objektbeschreibung>${DESCRIPTION}</objektbeschreibung>
<lage>Ruhige Seitenstraße, drei Minuten zur U-Bahn. Schule, Bäcker und Wochenmarkt sind zu Fuß erreichbar.</lage></freitexte>
<anhaenge>${Array.from({ length: photos }, (_, photo) => attachmentOf(number, photo)).join('')}</anhaenge>
<verwaltung_objekt><objektadresse_freigeben>true</objektadresse_freigeben></verwaltung_objekt>
<verwaltung_techn><objektnr_intern>${String(number)}</objektnr_intern><objektnr_extern>B-${String(number)}</objektnr_extern>
<aktion/><openimmo_obid>BENCH${String(number)}</openimmo_obid></verwaltung_techn>
</immobilie>
`;

const personOf = (agent: number): string =>
  `<kontaktperson><email_direkt>agent-${String(agent)}@bench.example</email_direkt><tel_durchw>089 4521 ${String(900 + agent)}</tel_durchw>` +
  `<name>Bench</name><vorname>Agent ${String(agent)}</vorname><anrede>Frau</anrede><firma>Bench Immobilien GmbH</firma>` +
  `<personennummer>${String(agent)}</personennummer></kontaktperson>`;

const attachmentOf = (object: number, photo: number): string =>
  `<anhang location="EXTERN" gruppe="${photo === 0 ? 'TITELBILD' : 'BILD'}"><anhangtitel>Bild ${String(photo + 1)}</anhangtitel>` +
  `<format>image/jpeg</format><daten><pfad>${photoName(object, photo)}</pfad></daten></anhang>`;
