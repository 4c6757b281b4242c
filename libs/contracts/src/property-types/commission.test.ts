import { describe, expect, it } from 'vitest';
import { commissionInText } from './commission.ts';

describe('the text of a commission', () => {
  it.each([
    '0',
    '0,00',
    '0 %',
    '0% inkl. MwSt.',
    '0,00 EUR  inkl. 19 % MwSt.',
    '0 zzgl. MwSt.',
    'keine',
    'keine Käuferprovision!',
    'provisionsfrei',
    'Courtagefrei für Mieter',
    'Käufer: provisionsfrei',
    'Objekt ist käuferprovisionsfrei.',
    'commission-free',
    'Wohnung\nprovisionsfrei\nfür den Mieter',
  ])('%j says that no commission is due', (commission) => {
    expect(commissionInText({ commission })).toBe(false);
  });

  it.each([
    '0 Monatsmieten',
    '0,5 %',
    '3,57 % inkl. MwSt.',
    'auf Anfrage',
    'nicht provisionsfrei',
    'provisionsfrei bis 3 Monate',
    'Hinweis\nprovisionsfrei bis 3 Monate',
    'nur (provisionsfrei)',
    'Provisionsfreiheit',
  ])('%j says that a commission is due', (commission) => {
    expect(commissionInText({ commission })).toBe(true);
  });

  it.each(['', ' - ', 'k.A.', 'keine Angabe'])('%j says nothing', (commission) => {
    expect(commissionInText({ commission })).toBeUndefined();
  });
});
