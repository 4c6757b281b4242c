import { describe, expect, it } from 'vitest';
import { readFlat } from '../test-support/flat.ts';

const AREAS = '<wohnflaeche>80</wohnflaeche><anzahl_zimmer>3</anzahl_zimmer><grundstuecksflaeche>800</grundstuecksflaeche><gesamtflaeche>900</gesamtflaeche><nutzflaeche>700</nutzflaeche><vermietbare_flaeche>700</vermietbare_flaeche>'; // oxfmt-ignore

async function kindOf(object: string, use: string, deal = 'KAUF="true"') {
  const objektkategorie = `<nutzungsart ${use}/><vermarktungsart ${deal}/><objektart>${object}</objektart>`;
  const preise = !deal.includes('KAUF')
    ? '<nettokaltmiete>900</nettokaltmiete>'
    : '<kaufpreis>349000</kaufpreis>';
  const { property, problems } = await readFlat({
    objektkategorie,
    preise,
    flaechen: AREAS,
    zustand_angaben: '<baujahr>1990</baujahr>',
  });
  return {
    type: property?.type,
    problems: problems.map(({ path, reason }) => `${path} ${reason}`),
  };
}

const PLOT = '<grundstueck/>';
const INVESTMENT = '<zinshaus_renditeobjekt zins_typ="BUEROGEBAEUDE"/>';
const USE = 'objektkategorie/nutzungsart';
const DEAL = 'objektkategorie/vermarktungsart';

describe('the use of an object', () => {
  it.each([
    [PLOT, 'WOHNEN="nein" GEWERBE="ja"', 'commercialPlotBuy'],
    [PLOT, 'WOHNEN="0" GEWERBE="J"', 'commercialPlotBuy'],
    [PLOT, 'WOHNEN="ja" GEWERBE="nein"', 'plotBuy'],
    [INVESTMENT, 'WOHNEN="nein" GEWERBE="yes"', 'commercialInvestmentBuy'],
  ])('%s with the use %s is read as %s', async (object, use, type) => {
    expect(await kindOf(object, use)).toMatchObject({ type, problems: [] });
  });

  it.each([
    ['<grundstueck grundst_typ="INDUSTRIE"/>', 'ANLAGE="true"', 'commercialPlotBuy'],
    ['<grundstueck grundst_typ="INDUSTRIE"/>', 'WOHNEN="true" GEWERBE="true"', 'commercialPlotBuy'],
    ['<grundstueck grundst_typ="WOHNEN"/>', 'WOHNEN="true" GEWERBE="true"', 'plotBuy'],
    ['<zinshaus_renditeobjekt zins_typ="WOHNANLAGEN"/>', 'ANLAGE="true"', 'residentialInvestmentBuy'],
    [INVESTMENT, 'ANLAGE="true"', 'commercialInvestmentBuy'],
  ])('%s with the use %s is %s by its kind', async (object, use, type) => {
    expect(await kindOf(object, use)).toMatchObject({ type, problems: [] });
  });

  it.each([
    [PLOT, 'ANLAGE="true"', 'plotBuy', 'grundstueck (nutzungsart ANLAGE)'],
    [PLOT, 'WOHNEN="true" GEWERBE="ja"', 'plotBuy', 'grundstueck (nutzungsart WOHNEN GEWERBE)'],
    ['<grundstueck grundst_typ="SEELIEGENSCHAFT"/>', 'WOHNEN="false"', 'plotBuy', 'grundstueck SEELIEGENSCHAFT (nutzungsart -)'],
    ['<zinshaus_renditeobjekt/>', 'ANLAGE="true"', 'residentialInvestmentBuy', 'zinshaus_renditeobjekt (nutzungsart ANLAGE)'],
  ])('%s with the use %s is %s, and a warning says that nothing decides it', async (object, use, type, details) => {
    expect(await kindOf(object, use)).toMatchObject({ type, problems: [`${USE} read_as`] });
    const objektkategorie = `<nutzungsart ${use}/><vermarktungsart KAUF="true"/><objektart>${object}</objektart>`;
    const { problems } = await readFlat({ objektkategorie, flaechen: AREAS, zustand_angaben: '<baujahr>1990</baujahr>' });
    expect(problems).toMatchObject([{ severity: 'warning', parameters: { details, propertyType: type } }]);
  }); // oxfmt-ignore

  it('an object for no certain use that has one type for its deal has no warning', async () => {
    const objektkategorie = `<nutzungsart ANLAGE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart>${PLOT}</objektart>`;
    const { property, problems } = await readFlat({ objektkategorie, preise: '<pacht>1200</pacht>', flaechen: AREAS });
    expect([property?.type, problems]).toEqual(['plotRent', []]);
  }); // oxfmt-ignore

  it('an object whose type depends on a use that is not understood is an error', async () => {
    expect(await kindOf(PLOT, 'WOHNEN="x" GEWERBE="y"')).toMatchObject({ type: undefined, problems: [`${USE}/@WOHNEN use_unknown`] });
    expect(await kindOf(PLOT, 'WOHNEN="false" GEWERBE="y"')).toMatchObject({ type: undefined, problems: [`${USE}/@GEWERBE use_unknown`] });
  }); // oxfmt-ignore

  it('an object whose type does not depend on its use is read with a warning', async () => {
    expect(await kindOf('<wohnung/>', 'WOHNEN="x"')).toMatchObject({ type: 'apartmentBuy', problems: [`${USE}/@WOHNEN decider_unknown`] });
    expect(await kindOf(PLOT, 'WOHNEN="x" GEWERBE="true"')).toMatchObject({ type: 'commercialPlotBuy', problems: [`${USE}/@WOHNEN decider_unknown`] });
  }); // oxfmt-ignore
});

describe('the kind of a plot', () => {
  const LAKE = 'grundstueck SEELIEGENSCHAFT';

  it.each([
    ['LAND_FORSTWIRSCHAFT', 'WOHNEN="true"', 'commercialPlotBuy', 'agriculture'],
    ['GEWERBE', 'WOHNEN="true"', 'commercialPlotBuy', 'commercial'],
    ['FREIZEIT', 'WOHNEN="true"', 'commercialPlotBuy', 'recreation'],
    ['WOHNEN', 'GEWERBE="true"', 'plotBuy', undefined],
  ])('%s decides over the use %s, and a warning names both', async (kind, use, type, commercialPlotType) => {
    const object = `<grundstueck grundst_typ="${kind}"/>`;
    const objektkategorie = `<nutzungsart ${use}/><vermarktungsart KAUF="true"/><objektart>${object}</objektart>`;
    const { property, problems } = await readFlat({ objektkategorie, flaechen: AREAS });
    expect(property).toMatchObject({ type });
    expect(property?.fields.commercialPlotType).toBe(commercialPlotType);
    const details = `grundstueck ${kind} (nutzungsart ${use.replace('="true"', '')})`;
    expect(problems).toMatchObject([{ path: USE, reason: 'read_as', parameters: { details, propertyType: type } }]);
  }); // oxfmt-ignore

  it.each([
    ['SEELIEGENSCHAFT', 'WOHNEN="true"', 'KAUF="true"', 'plotBuy', LAKE],
    ['SEELIEGENSCHAFT', 'GEWERBE="true"', 'KAUF="true"', 'commercialPlotBuy', LAKE],
    ['GEMISCHT', 'WOHNEN="true"', 'KAUF="true"', 'plotBuy', 'grundstueck GEMISCHT'],
    ['GEWERBE', 'WOHNEN="true"', 'MIETE="true"', 'plotRent', 'grundstueck GEWERBE'],
  ])('%s for the use %s and the deal %s has no type: it is read as %s, with a warning', async (kind, use, deal, type, details) => {
    const object = `<grundstueck grundst_typ="${kind}"/>`;
    const objektkategorie = `<nutzungsart ${use}/><vermarktungsart ${deal}/><objektart>${object}</objektart>`;
    const preise = deal.includes('KAUF') ? '<kaufpreis>349000</kaufpreis>' : '<pacht>1200</pacht>';
    const { property, problems } = await readFlat({ objektkategorie, preise, flaechen: AREAS });
    expect(property?.type).toBe(type);
    expect(problems).toMatchObject([
      { path: 'objektkategorie/objektart/grundstueck', value: kind, reason: 'read_as', parameters: { details, propertyType: type } },
    ]);
  }); // oxfmt-ignore

  it.each([
    ['WOHNEN', 'WOHNEN="true"', 'plotBuy'],
    ['GEMISCHT', 'GEWERBE="true"', 'commercialPlotBuy'],
    ['KEINE_ANGABE', 'WOHNEN="true"', 'plotBuy'],
    ['-', 'WOHNEN="true"', 'plotBuy'],
  ])('%s for the use %s is %s, without a problem', async (kind, use, type) => {
    expect(await kindOf(`<grundstueck grundst_typ="${kind}"/>`, use)).toEqual({ type, problems: [] });
  });
});

describe('an object with several kinds', () => {
  const flat = (object: string) =>
    readFlat({
      objektkategorie: `<nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart>${object}</objektart>`,
    });
  const KIND = 'objektkategorie/objektart/wohnung/@wohnungtyp';

  it('two kinds of a flat are one flat of the first of them, and a warning names the other one', async () => {
    const { property, problems } = await flat(
      '<wohnung wohnungtyp="ETAGE"/><wohnung wohnungtyp="MAISONETTE"/>',
    );
    expect(property).toMatchObject({ type: 'apartmentBuy', fields: { apartmentType: 'floor' } });
    expect(problems).toMatchObject([
      { reason: 'value_repeated', path: KIND, value: 'MAISONETTE', parameters: { imported: 'ETAGE' } },
    ]);
  });

  it('two kinds of a flat of which the first is not known are the second, and the first is unmapped', async () => {
    const { property, problems, unmapped } = await flat(
      '<wohnung wohnungtyp="BAUMHAUS"/><wohnung wohnungtyp="MAISONETTE"/>',
    );
    expect(property?.fields).toMatchObject({ apartmentType: 'maisonette' });
    expect([problems, unmapped]).toEqual([[], [{ path: KIND, value: 'BAUMHAUS' }]]);
  });

  it('the same kind twice is that kind', async () => {
    const { property, problems, unmapped } = await flat(
      '<wohnung wohnungtyp="ETAGE"/><wohnung wohnungtyp="etage"/>',
    );
    expect(property?.fields).toMatchObject({ apartmentType: 'floor' });
    expect([problems, unmapped]).toEqual([[], []]);
  });

  it('a flat and a house at once are an error', async () => {
    expect(await kindOf('<wohnung/><haus/>', 'WOHNEN="true"')).toMatchObject({
      type: undefined,
      problems: ['objektkategorie/objektart type_ambiguous'],
    });
  });

  it('land of two kinds of different use for both uses is residential, with a warning', async () => {
    const land = '<grundstueck grundst_typ="GEWERBE"/><grundstueck grundst_typ="WOHNEN"/>';
    expect(await kindOf(land, 'WOHNEN="true" GEWERBE="true"')).toMatchObject({ type: 'plotBuy', problems: [`${USE} read_as`] });
  }); // oxfmt-ignore
});

describe('the deal of an object', () => {
  it.each([
    ['KAUF="true" ERBPACHT="true"', 'apartmentBuy', 'ERBPACHT'],
    ['MIETE_PACHT="true" LEASING="ja"', 'apartmentRent', 'LEASING'],
    ['MIETE_PACHT="true" LEASING="vielleicht"', 'apartmentRent', 'LEASING'],
  ])('the deal %s is read as %s, with a warning', async (deal, type, name) => {
    expect(await kindOf('<wohnung/>', 'WOHNEN="true"', deal)).toMatchObject({ type, problems: [`${DEAL}/@${name} decider_unknown`] });
  }); // oxfmt-ignore

  it.each(['KAUF="1" ERBPACHT="false" LEASING="0"', 'KAUF="ja" MIETE_PACHT="nein"'])(
    'the deal %s is a sale, without a problem',
    async (deal) => {
      expect(await kindOf('<wohnung/>', 'WOHNEN="true"', deal)).toMatchObject({
        type: 'apartmentBuy',
        problems: [],
      });
    },
  );

  it('the deal MIETE is a rent, without a problem', async () => {
    expect(await kindOf('<wohnung/>', 'WOHNEN="true"', 'MIETE="true"')).toMatchObject({ type: 'apartmentRent', problems: [] });
  }); // oxfmt-ignore
});

it('attributes of which one is true are read with the words of every flag', async () => {
  const { property, unmapped } = await readFlat({
    ausstattung: '<heizungsart FUSSBODEN="J"/><befeuerung GAS="yes"/><stellplatzart GARAGE="ja"/>',
    zustand_angaben: '<energiepass><epart>BEDARF</epart><endenergiebedarf>98</endenergiebedarf></energiepass>',
  });
  expect(property?.fields).toMatchObject({
    heatingType: 'underfloor', parkingSpaceType: 'garage', residentialEnergyCertificate: { energySource: 'gas' },
  });
  expect(unmapped).toEqual([]);
}); // oxfmt-ignore
