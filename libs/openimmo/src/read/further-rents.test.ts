import { expect, it } from 'vitest';
import { readRentedFlat } from '../test-support/flat.ts';

const RESTAURANT = {
  objektkategorie:
    '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><gastgewerbe gastgew_typ="RESTAURANT"/></objektart>',
  flaechen: '<nutzflaeche>200</nutzflaeche><gesamtflaeche>300</gesamtflaeche>',
};
const rentsOf = async (preise: string, changes: Record<string, string> = {}) => {
  const { property, problems, unmapped } = await readRentedFlat({ preise, ...changes });
  const { baseRent, totalRent } = property?.fields ?? {};
  return {
    rents: property && { baseRent, totalRent },
    reasons: problems.map(({ reason }) => reason),
    unmapped,
  };
};
const ofRestaurant = (preise: string) => rentsOf(preise, RESTAURANT);

it.each([
    ['<hauptmietzinsnetto>800</hauptmietzinsnetto>', { baseRent: 800 }, ['rent_without_tax']],
    ['<hauptmietzinsnetto hauptmietzinsust="80">800,00</hauptmietzinsnetto>', { baseRent: 800 }, ['rent_without_tax']],
    ['<hauptmietzinsnetto hauptmietzinsust="0">800</hauptmietzinsnetto>', { baseRent: 800 }, []],
    ['<gesamtmietebrutto>1.050,00</gesamtmietebrutto>', { totalRent: 1050 }, []],
    ['<gesamtmietebrutto>950</gesamtmietebrutto><gesamtbelastungbrutto>1100</gesamtbelastungbrutto>', { totalRent: 1100 }, []],
    ['<gesamtmietenetto>900</gesamtmietenetto><gesamtmietebrutto>990</gesamtmietebrutto>', { totalRent: 990 }, []],
    ['<gesamtbelastungnetto gesamtbelastungust="100">1000</gesamtbelastungnetto>', { totalRent: 1000 }, ['rent_without_tax']],
    ['<hauptmietzinsnetto hauptmietzinsust="0">800</hauptmietzinsnetto><gesamtmietebrutto>990</gesamtmietebrutto>', { baseRent: 800, totalRent: 990 }, []],
    ['<gesamtmietebrutto>12000</gesamtmietebrutto><preis_zeiteinheit zeiteinheit="JAHR"/>', { totalRent: 1000 }, ['period_converted']],
  ])('the rents of Austria %s are %j', async (preise, expected, reasons) => {
    expect(await rentsOf(preise)).toMatchObject({ rents: { baseRent: undefined, totalRent: undefined, ...expected }, reasons });
  }); // oxfmt-ignore

it.each([
    ['<nettokaltmiete>700</nettokaltmiete><hauptmietzinsnetto>800</hauptmietzinsnetto>', { baseRent: 700 }],
    ['<warmmiete>1200</warmmiete><gesamtmietebrutto>990</gesamtmietebrutto>', { totalRent: 1200 }],
    ['<kaltmiete>0</kaltmiete><hauptmietzinsnetto hauptmietzinsust="0">800</hauptmietzinsnetto>', { baseRent: 800 }],
  ])('the rents of Austria stand in for one of the others that is not filled in: %s', async (preise, expected) => {
    expect(await rentsOf(preise)).toMatchObject({ rents: expected, reasons: [] });
  }); // oxfmt-ignore

it.each(['<kaltmiete>teuer</kaltmiete><hauptmietzinsnetto>800</hauptmietzinsnetto>', '<hauptmietzinsnetto>teuer</hauptmietzinsnetto>'])(
    'the rents of Austria do not stand in for one that is not understood: %s',
    async (preise) => {
      const { rents, reasons } = await rentsOf(preise);
      expect(rents).toBeUndefined();
      expect(reasons).toContain('field_missing');
    },
  ); // oxfmt-ignore

it('the rents of Austria say that an object that is for sale as well is for rent', async () => {
  const objektkategorie =
    '<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true" MIETE_PACHT="true"/><objektart><wohnung/></objektart>';
  const preise = '<kaufpreis>0</kaufpreis><gesamtmietebrutto>990</gesamtmietebrutto>';
  expect((await rentsOf(preise, { objektkategorie })).rents).toMatchObject({ totalRent: 990 });
});

it.each([
  ['MONAT', '2500', 2500, []],
  ['JAHR', '30000', 2500, ['period_converted']],
])('the lease of premises by the %s is a rent', async (period, amount, baseRent, reasons) => {
  const preise = `<pacht>${amount}</pacht><preis_zeiteinheit zeiteinheit="${period}"/>`;
  expect(await ofRestaurant(preise)).toMatchObject({ rents: { baseRent }, reasons, unmapped: [] });
});

it('the lease of premises without a period is an error, and a problem names it', async () => {
  const { property, problems } = await readRentedFlat({
    ...RESTAURANT,
    preise: '<pacht>2500</pacht>',
  });
  expect(property).toBeUndefined();
  const shown = problems.map(({ severity, reason, path }) => `${severity} ${reason} ${path}`);
  expect(shown.toSorted()).toEqual([
    'error field_missing preise/nettokaltmiete',
    'warning lease_period_missing preise/pacht',
  ]);
});

it('the lease of premises says nothing beside a rent', async () => {
  const preise = '<nettokaltmiete>2000</nettokaltmiete><pacht>2500</pacht>';
  expect(await ofRestaurant(preise)).toMatchObject({ rents: { baseRent: 2000 }, reasons: [] });
});
