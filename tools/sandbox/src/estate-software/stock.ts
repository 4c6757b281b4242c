import type { Offer, Person } from './offer.ts';

const KLARA: Person = {
  number: '11', salutation: 'Frau', firstName: 'Klara', lastName: 'Hofmann', email: 'klara.hofmann@seeblick-makler.example',
  phone: '089 / 45 21 90 - 11', mobile: '0171 4521911',
}; // oxfmt-ignore
const JONAS: Person = {
  number: '12', salutation: 'Herr', firstName: 'Jonas', lastName: 'Brandt', email: 'jonas.brandt@seeblick-makler.example',
  phone: '089 / 45 21 90 - 12', mobile: '0171 4521912',
}; // oxfmt-ignore

const munich = (street: string, number: string, postalCode: string) => ({
  address: { street, number, postalCode, city: 'München', state: 'Bayern' },
});

const HOMES: readonly Offer[] = [
  {
    number: 'SB-1001', title: 'Maisonette mit Dachterrasse am Englischen Garten', use: 'WOHNEN', deal: 'KAUF',
    kind: { element: 'wohnung', attribute: 'wohnungtyp', word: 'MAISONETTE' }, ...munich('Königinstraße', '41', '80539'), floor: 4,
    prices: { kaufpreis: '1290000.00', hausgeld: '412.00' }, priced: 'kaufpreis',
    areas: { wohnflaeche: '118.50', anzahl_zimmer: '4.00', anzahl_schlafzimmer: '2.00', anzahl_badezimmer: '2.00', anzahl_balkone: '1.00' },
    equipment: { kueche: ['EBK'], boden: ['PARKETT'], heizungsart: ['ZENTRAL'], fahrstuhl: ['PERSONEN'] }, year: 1998, condition: 'GEPFLEGT',
    description: '<p>Zwei Ebenen, viel Licht.<br />Die Dachterrasse zeigt nach Süden.</p>', location: 'Drei Minuten zum Park, fünf zur U-Bahn.',
    photos: ['facade', 'living-room', 'kitchen', 'balcony'], hasFloorPlan: true, person: KLARA,
  },
  {
    number: 'SB-1002', title: 'Helle Zweizimmerwohnung in Giesing', use: 'WOHNEN', deal: 'MIETE_PACHT',
    kind: { element: 'wohnung', attribute: 'wohnungtyp', word: 'ETAGE' }, ...munich('Tegernseer Landstraße', '77', '81539'), floor: 2,
    prices: { nettokaltmiete: '1180.00', nebenkosten: '190.00', heizkosten: '80.00', warmmiete: '1450.00', kaution: '3540.00' }, priced: 'nettokaltmiete',
    areas: { wohnflaeche: '56.00', anzahl_zimmer: '2.00', anzahl_badezimmer: '1.00' },
    equipment: { kueche: ['EBK'], boden: ['LAMINAT'], heizungsart: ['ZENTRAL'] }, year: 1962, condition: 'MODERNISIERT',
    description: 'Ruhig zum Hof gelegen, mit neuer Küche.', location: 'Läden, Schule und S-Bahn sind zu Fuß erreichbar.', available: '2027-03-01',
    photos: ['living-room', 'bathroom'], hasFloorPlan: true, person: JONAS,
  },
  {
    number: 'SB-1003', title: 'Penthouse mit Alpenblick', use: 'WOHNEN', deal: 'KAUF',
    kind: { element: 'wohnung', attribute: 'wohnungtyp', word: 'PENTHOUSE' }, ...munich('Am Harras', '3', '81373'), floor: 7,
    prices: { kaufpreis: '1650000.00' }, priced: 'kaufpreis',
    areas: { wohnflaeche: '142.00', anzahl_zimmer: '4.50', anzahl_schlafzimmer: '3.00', anzahl_badezimmer: '2.00' },
    equipment: { fahrstuhl: ['PERSONEN'], klimatisiert: 'true', unterkellert: 'JA' }, year: 2019, condition: 'NEUWERTIG',
    description: 'Raumhohe Fenster auf drei Seiten.', location: 'Über den Dächern von Sendling.',
    photos: ['balcony', 'living-room', 'bathroom'], person: KLARA,
  },
  {
    number: 'SB-1004', title: 'Einfamilienhaus mit großem Garten', use: 'WOHNEN', deal: 'KAUF',
    kind: { element: 'haus', attribute: 'haustyp', word: 'EINFAMILIENHAUS' },
    address: { street: 'Am Anger', number: '3', postalCode: '82166', city: 'Gräfelfing', state: 'Bayern' },
    prices: { kaufpreis: '1480000.00' }, priced: 'kaufpreis',
    areas: { wohnflaeche: '164.00', grundstuecksflaeche: '640.00', anzahl_zimmer: '6.00', anzahl_badezimmer: '2.00' },
    equipment: { unterkellert: 'JA', heizungsart: ['ZENTRAL'] }, year: 1974, condition: 'GEPFLEGT',
    description: 'Ein Haus für eine große Familie, mit altem Baumbestand.', location: 'Ruhige Wohnstraße am Würmtal.',
    photos: ['facade', 'garden', 'kitchen'], hasFloorPlan: true, person: JONAS,
  },
  {
    number: 'SB-1005', title: 'Reihenmittelhaus zur Miete', use: 'WOHNEN', deal: 'MIETE_PACHT',
    kind: { element: 'haus', attribute: 'haustyp', word: 'REIHENMITTEL' },
    address: { street: 'Birkenweg', number: '18', postalCode: '85521', city: 'Ottobrunn', state: 'Bayern' },
    prices: { nettokaltmiete: '2150.00', nebenkosten: '240.00', kaution: '6450.00' }, priced: 'nettokaltmiete',
    areas: { wohnflaeche: '121.00', grundstuecksflaeche: '180.00', anzahl_zimmer: '5.00' },
    equipment: { unterkellert: 'JA' }, year: 1986, condition: 'GEPFLEGT',
    description: 'Mit Südgarten und Hobbyraum.', location: 'Kindergarten und Schule in der Nähe.', available: '2027-02-01',
    photos: ['facade', 'garden'], person: JONAS,
  },
  {
    number: 'SB-1006', title: 'Baugrundstück am Ortsrand', use: 'WOHNEN', deal: 'KAUF',
    kind: { element: 'grundstueck', attribute: 'grundst_typ', word: 'WOHNEN' },
    address: { street: 'Seestraße', number: '9', postalCode: '82211', city: 'Herrsching', state: 'Bayern' },
    prices: { kaufpreis: '890000.00' }, priced: 'kaufpreis', areas: { grundstuecksflaeche: '812.00', gfz: '0.40' },
    description: 'Eben, voll erschlossen, mit Blick auf den Ammersee.', location: 'Zehn Minuten zu Fuß zum See.', photos: ['garden'], person: KLARA,
  },
]; // oxfmt-ignore

const COMMERCIAL: readonly Offer[] = [
  {
    number: 'SB-2001', title: 'Bürofläche am Ostbahnhof', use: 'GEWERBE', deal: 'MIETE_PACHT',
    kind: { element: 'buero_praxen', attribute: 'buero_typ', word: 'BUEROFLAECHE' }, ...munich('Orleansplatz', '5a', '81667'), floor: 3,
    prices: { nettokaltmiete: '5400.00', nebenkosten: '900.00' }, priced: 'nettokaltmiete',
    areas: { bueroflaeche: '270.00', gesamtflaeche: '300.00', anzahl_zimmer: '9.00' },
    equipment: { dv_verkabelung: 'true', fahrstuhl: ['PERSONEN'], klimatisiert: 'true' }, year: 2008,
    description: 'Neun Räume um einen Innenhof.', location: 'Zwei Minuten zu S-Bahn und U-Bahn.', photos: ['facade', 'living-room'], person: JONAS,
  },
  {
    number: 'SB-2002', title: 'Ladenlokal in der Fußgängerzone', use: 'GEWERBE', deal: 'MIETE_PACHT',
    kind: { element: 'einzelhandel', attribute: 'handel_typ', word: 'LADENLOKAL' },
    address: { street: 'Hauptstraße', number: '22', postalCode: '82319', city: 'Starnberg', state: 'Bayern' },
    prices: { nettokaltmiete: '3200.00', nebenkosten: '350.00' }, priced: 'nettokaltmiete', areas: { verkaufsflaeche: '140.00', gesamtflaeche: '175.00' },
    description: 'Sechs Meter Schaufensterfront.', location: 'Beste Lauflage.', photos: ['facade'], person: KLARA,
  },
  {
    number: 'SB-2003', title: 'Wirtshaus mit Biergarten', use: 'GEWERBE', deal: 'MIETE_PACHT',
    kind: { element: 'gastgewerbe', attribute: 'gastgew_typ', word: 'RESTAURANT' },
    address: { street: 'Dorfplatz', number: '1', postalCode: '82346', city: 'Andechs', state: 'Bayern' },
    prices: { nettokaltmiete: '4100.00' }, priced: 'nettokaltmiete', areas: { gastroflaeche: '190.00', gesamtflaeche: '260.00', plaetze_gastraum: '90' },
    description: 'Eingeführter Betrieb mit Stammgästen.', location: 'Am Fuß des Klosters.', photos: ['kitchen', 'garden'], person: JONAS,
  },
  {
    number: 'SB-2004', title: 'Lagerhalle an der A 96', use: 'GEWERBE', deal: 'MIETE_PACHT',
    kind: { element: 'hallen_lager_prod', attribute: 'hallen_typ', word: 'HALLE' },
    address: { street: 'Industriestraße', number: '14', postalCode: '82205', city: 'Gilching', state: 'Bayern' },
    prices: { nettokaltmiete: '6900.00' }, priced: 'nettokaltmiete', areas: { lagerflaeche: '980.00', gesamtflaeche: '1050.00' },
    equipment: { hallenhoehe: '7.50', rampe: 'true' }, description: 'Beheizt, mit zwei Rampen.', location: 'Drei Minuten zur Autobahn.',
    photos: ['facade'], person: JONAS,
  },
  {
    number: 'SB-2005', title: 'Stellplatz in der Tiefgarage', use: 'WOHNEN', deal: 'MIETE_PACHT',
    kind: { element: 'parken', attribute: 'parken_typ', word: 'TIEFGARAGE' }, ...munich('Orleansplatz', '5a', '81667'),
    prices: { nettokaltmiete: '140.00' }, priced: 'nettokaltmiete', areas: { anzahl_stellplaetze: '1' },
    description: 'Mit Wallbox.', location: 'Einfahrt in der Seitenstraße.', photos: ['facade'], person: JONAS,
  },
  {
    number: 'SB-2006', title: 'Mehrfamilienhaus mit acht Wohnungen', use: 'ANLAGE', deal: 'KAUF',
    kind: { element: 'zinshaus_renditeobjekt', attribute: 'zins_typ', word: 'MEHRFAMILIENHAUS' },
    address: { street: 'Rosenheimer Straße', number: '120', postalCode: '81669', city: 'München', state: 'Bayern' },
    prices: { kaufpreis: '4850000.00', mieteinnahmen_ist: '168000.00' }, priced: 'kaufpreis',
    areas: { wohnflaeche: '620.00', gesamtflaeche: '680.00', vermietbare_flaeche: '620.00', grundstuecksflaeche: '740.00' }, year: 1958, condition: 'GEPFLEGT',
    description: 'Voll vermietet.', location: 'Zwischen Ostbahnhof und Isar.', photos: ['facade', 'garden'], person: KLARA,
  },
]; // oxfmt-ignore

/** The offers of the agency in the example. */
export const STOCK: readonly Offer[] = [...HOMES, ...COMMERCIAL];
