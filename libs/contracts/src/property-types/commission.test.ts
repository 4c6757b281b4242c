import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionInText, isCommissionDue, isUnsaid, isUnsaidOfPerson } from './commission.ts';

const NOT_DUE = [
  '0', '0\u0000', '0,00', '0,-', '0 %', '0% inkl. MwSt.', '0,00 EUR  inkl. 19 % MwSt.', '0 zzgl. MwSt.', '0 MM', '0 Monatsmieten', '0 Euro', 'EUR 0,00',
  'Provision: 0', 'Käuferprovision: 0,00 %', 'Courtage 0 €',
  'keine', 'keine Käuferprovision!', 'keine Prov.', 'Keine Maklergebühr', 'keine zusätzliche Käuferprovision', 'keine Provision für den Mieter',
  'Es fällt keine Provision an', 'Für den Käufer fällt keine Courtage an', 'Es ist keine Provision zu zahlen', 'Keine Provision fällig',
  'Der Mieter muss keine Maklerprovision zahlen', 'Courtage: keine', 'Provision nein', 'keine Provision (0 €)', 'keine Provisionspflicht',
  'provisionsfrei', 'Courtagefrei für Mieter', 'Käufer: provisionsfrei', 'Objekt ist käuferprovisionsfrei.', 'provisionsfreier Verkauf',
  'provisionsfreies Angebot', 'prov.-frei', 'Prov. frei', 'Provisions frei', 'Provisions-frei', 'provisionsfrei (3 Zimmer)', 'nur (provisionsfrei)',
  'Provisionsfreiheit', 'Wohnung\nprovisionsfrei\nfür den Mieter', 'frei', 'kostenfrei', 'gebührenfrei', 'maklerfrei',
  'nicht provisionspflichtig', 'Provision nicht fällig', 'Provision fällt nicht an', 'Eine Courtage wird nicht erhoben',
  'entfällt', 'entfällt für den Käufer', 'Maklerprovision entfällt', 'ohne', 'ohne Makler', 'ohne Provision', 'nein', 'N', 'false',
  'Provisionsfrei - direkt vom Eigentümer', 'provisionsfrei direkt vom Eigentümer', 'Provisionsfrei vom Eigentümer', 'Direkt vom Eigentümer, provisionsfrei!',
  'Courtagefrei vom Vermieter', 'Provisionsfrei! Privatverkauf vom Eigentümer', 'provisionsfrei (von privatem Eigentümer)', 'Keine Provision, direkt vom Eigentümer',
  'Vom Eigentümer - ohne Makler', 'commission-free directly from the owner',
  '<p>Provisionsfrei</p>', 'commission-free', 'commission free', 'free of commission', 'No commission', "no buyer's commission",
  'no agent fees', 'without commission', 'not subject to commission', 'No commission payable', 'Commission: none', 'none', '0 percent',
]; // oxfmt-ignore

const DUE = [
  '0,5 %', '3,57 %', '3,57 % inkl. MwSt.', '3,57', '3', '3 zzgl. MwSt.', '3.57% plus VAT', '2.380 EUR', '€ 5000', '2,38 Monatsmieten',
  '2 NKM', '2 KM zzgl. 19 % MwSt.', '2 MM', 'zwei Monatskaltmieten', "2 months' rent", 'Provision: 3,57', 'Käufer und Verkäufer je 3,57 %',
  'auf Anfrage', 'Provision nach Vereinbarung', 'n.V.', 'ortsübliche Provision', 'on request', 'provisionspflichtig', 'courtagepflichtig für Käufer',
  'Vom Käufer zu zahlen', 'payable by the buyer', 'subject to commission', 'ja', 'Provision: ja', 'true',
  'nicht provisionsfrei', 'keine provisionsfreie Wohnung', 'not commission-free', 'Die Provision entfällt nicht',
  '3,57 % inkl. 19 % MwSt.; mit dem Verkäufer wurde eine Provision in gleicher Höhe vereinbart', 'Außenprovision 3,57 %, Innenprovision 3,57 %',
  'Provision auf Anfrage, Besichtigung kostenfrei', 'Provision nach Vereinbarung. Stellplatz kostenfrei',
  'provisionsfrei bis 3 Monate', 'nicht provisionsfrei, direkt vom Eigentümer', 'Hinweis\nprovisionsfrei bis 3 Monate',
]; // oxfmt-ignore

const UNSAID = [
  '', ' - ', 'k.A.', 'keine Angabe', 'keine Angaben', 'ohne Angabe', 'keine Angabe zur Provision', 'Provision: keine Angabe', 'n.a.', 'n/a', 'N. A.',
  'unbekannt', 'nicht bekannt', 'null', 'siehe Exposé', 'Bestellerprinzip', 'Provision', 'Käuferprovision', 'Objekt 3', '§ 656c BGB',
  'Für Verkäufer provisionsfrei', '3,57 % Verkäuferprovision', 'keine Innenprovision', 'Provision zahlt der Vermieter',
  'Provision fällig, Reservierungsgebühr entfällt', 'ortsübliche Provision, nicht an Dritte abtretbar', 'Besichtigung kostenfrei',
  'Provision direkt vom Eigentümer', 'keine Provision vom Verkäufer', 'Vom Verkäufer keine Provision', 'Vom Vermieter: keine Courtage', '3,57 % direkt vom Eigentümer', 'Vermittlung vom Eigentümer zahlbar',
  '3,57 % inkl. MwSt., zahlbar vom Verkäufer', 'Der Verkäufer zahlt die Provision, 3,57 %',
  'provisionsfrei für Käufer, Verkäufer zahlt 3 %', 'provisionsfrei, sonst 3,57 %',
]; // oxfmt-ignore

describe('the text of a commission', () => {
  it.each(NOT_DUE)('%j says that no commission is due', (commission) => {
    expect(commissionInText({ commission })).toBe(false);
  });

  it.each(DUE)('%j says that a commission is due', (commission) => {
    expect(commissionInText({ commission })).toBe(true);
  });

  it.each(UNSAID)('%j says nothing, and the flag decides', (commission) => {
    const flags = [true, false, undefined];
    expect(flags.map((hasCommission) => isCommissionDue({ hasCommission, commission }))).toEqual(flags);
  });

  it('the text is read in upper case, with blanks around it and with a full stop as without them', () => {
    const texts = fc.constantFrom(...NOT_DUE.map((text) => [text, false] as const), ...DUE.map((text) => [text, true] as const)); // oxfmt-ignore
    const changes = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => `  ${text}\u00A0`,
      (text: string) => text.replaceAll(' ', '\u00A0'),
      (text: string) => (/\p{L}$/u.test(text) ? `${text}.` : text),
    );
    fc.assert(
      fc.property(texts, changes, ([text, said], change) => {
        expect(commissionInText({ commission: change(text) })).toBe(said);
      }),
      { numRuns: 300 },
    );
  });

  it('a text without an amount and without a word of commissions says nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[qxz]{3,8} [qxz]{2,5}$/), (commission) => {
        expect(commissionInText({ commission })).toBeUndefined();
      }),
    );
  });

  it('a text of any characters is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (commission) => {
        expect([true, false, undefined]).toContain(commissionInText({ commission }));
      }),
    );
  });
});

it.each(['', ' - ', 'k.A.', 'n/a', 'null', 'keine Angaben'])('%j is not the text of a commission', (text) => {
  expect(isUnsaid(text)).toBe(true);
});

it.each(['keine', 'siehe Exposé', '0', 'keine Angabe zur Provision'])(
  '%j is the text of a commission',
  (text) => {
    expect(isUnsaid(text)).toBe(false);
  },
);

it.each(['-', 'k.A.', 'k. A.', 'n/a', 'NA', 'null', 'keine Angabe', 'unbekannt'])('%j says nothing of a person', (text) => {
  expect(isUnsaidOfPerson(text)).toBe(true);
}); // oxfmt-ignore

it.each(['Ka', 'Na', 'Null', 'K. Anders'])('%j is the name of a person', (name) => {
  expect(isUnsaidOfPerson(name)).toBe(false);
});
