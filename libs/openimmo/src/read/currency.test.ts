import { expect, it } from 'vitest';
import { readFlat } from '../test-support/flat.ts';

const CHF = '<waehrung iso_waehrung="CHF"/>';
const reasonsOf = ({ problems }: Awaited<ReturnType<typeof readFlat>>) =>
  problems.map(({ reason, path }) => `${reason}@${path}`);

it.each([
  [`<kaufpreis auf_anfrage="true">0</kaufpreis>${CHF}`, []],
  [`<kaufpreis>auf Anfrage</kaufpreis><nebenkosten>0.00</nebenkosten>${CHF}`, []],
  [`<kaufpreis>0</kaufpreis><hausgeld>0</hausgeld>${CHF}`, ['price_on_request@preise/kaufpreis']],
  ['<kaufpreis auf_anfrage="true">0</kaufpreis><waehrung>Franken</waehrung>', []],
])('an object without an amount has no prices in a foreign currency: %s', async (preise, reasons) => {
  const read = await readFlat({ preise });
  expect(read.property?.fields).toMatchObject({ purchasePriceOnRequest: true });
  expect(reasonsOf(read)).toEqual(reasons);
});

it('an object on request whose amounts are in a foreign currency is imported without them', async () => {
  const preise = `<kaufpreis auf_anfrage="true">500000</kaufpreis><stp_garage stellplatzkaufpreis="9000"/>${CHF}`;
  const read = await readFlat({ preise });
  expect(read.property?.fields).toMatchObject({ purchasePriceOnRequest: true });
  expect(read.property?.fields).not.toHaveProperty('purchasePrice');
  expect(reasonsOf(read)).toEqual(['currency_foreign@preise/waehrung/@iso_waehrung']);
});

it('an object with a price in a foreign currency lacks its price, and nothing else', async () => {
  const read = await readFlat({ preise: `<kaufpreis>500000</kaufpreis>${CHF}`, freitexte: '' });
  expect(read.property).toBeUndefined();
  expect(reasonsOf(read)).toEqual([
    'field_missing@preise/kaufpreis',
    'currency_foreign@preise/waehrung/@iso_waehrung',
    'title_made@freitexte/objekttitel',
  ]);
});

it.each(['iso_waehrung="0"', 'iso_waehrung="-"', 'iso_waehrung="000"'])(
  'a currency of %s is not filled in',
  async (currency) => {
    const read = await readFlat({ preise: `<kaufpreis>349000</kaufpreis><waehrung ${currency}/>` });
    expect([read.property?.fields.purchasePrice, reasonsOf(read), read.unmapped]).toEqual([349_000, [], []]);
  },
);
