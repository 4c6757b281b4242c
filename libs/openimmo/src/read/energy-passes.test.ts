import { describe, expect, it } from 'vitest';
import { readFlat, readRentedFlat } from '../test-support/flat.ts';

const pass = (values: Readonly<Record<string, string>>) =>
  `<energiepass>${Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</energiepass>`;

async function certificateIn(...passes: readonly Readonly<Record<string, string>>[]) {
  const { property, problems, unmapped } = await readFlat({ zustand_angaben: passes.map(pass).join('') });
  return {
    certificate: property?.fields.residentialEnergyCertificate,
    status: property?.fields.energyCertificateStatus,
    reasons: problems.map(({ reason }) => reason),
    unmapped: unmapped.map(({ value }) => value),
  };
}

const NEED = { epart: 'BEDARF', endenergiebedarf: '98' };
const OLD = {
  epart: 'VERBRAUCH', energieverbrauchkennwert: '150', wertklasse: 'E', primaerenergietraeger: 'OEL', jahrgang: '2008',
}; // oxfmt-ignore

describe('an object with two energy certificates', () => {
  it('two energy certificates are not mixed: the first one with values is read', async () => {
    const { certificate, unmapped } = await certificateIn(NEED, OLD);
    expect(certificate).toEqual({ type: 'need', energyNeed: 98 });
    expect(unmapped).toEqual(['VERBRAUCH', '150', 'E', 'OEL', '2008']);
    const other = await certificateIn(OLD, NEED);
    expect(other.certificate).toEqual({
      type: 'consumption', energyConsumption: 150, energyClass: 'E', energySource: 'oil', prior2014: true,
    });
    expect(other.unmapped).toEqual(['BEDARF', '98']);
  }); // oxfmt-ignore

  it('of two energy certificates the one of the kind of building is read', async () => {
    const trade = { gebaeudeart: 'nichtwohn', epart: 'VERBRAUCH', stromwert: '20', waermewert: '80' };
    const { certificate, reasons } = await certificateIn(trade, { gebaeudeart: 'wohn', ...NEED });
    expect(certificate).toEqual({ type: 'need', energyNeed: 98 });
    expect(reasons).toEqual(['energy_source_missing']);
  });

  it('of two energy certificates the one with values is read', async () => {
    const { certificate, status } = await certificateIn({ jahrgang: 'nicht_noetig' }, NEED);
    expect({ certificate, status }).toEqual({
      certificate: { type: 'need', energyNeed: 98 },
      status: undefined,
    });
  });

  it('the certificate of commercial objects with a home in them is read', async () => {
    const home = pass({ gebaeudeart: 'wohn', ...OLD });
    const trade = pass({ gebaeudeart: 'nichtwohn', epart: 'VERBRAUCH', stromwert: '20', waermewert: '80' });
    const { property } = await readRentedFlat({
      objektkategorie:
        '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
      flaechen: '<bueroflaeche>200</bueroflaeche>',
      zustand_angaben: home + trade,
    });
    expect(property?.fields.commercialEnergyCertificate).toEqual({
      type: 'consumption', powerConsumption: 20, heatConsumption: 80,
    });
  }); // oxfmt-ignore
});

describe('the type of an energy certificate', () => {
  it.each(['VERBRAUCH', 'Verbrauchsausweis', 'Energieverbrauchsausweis', 'Verbrauchsorientiert', 'xyz', ''])(
    'an energy certificate of consumption is read with the type %j',
    async (epart) => {
      const { certificate } = await certificateIn({
        ...(epart && { epart }),
        energieverbrauchkennwert: '150',
      });
      expect(certificate).toEqual({ type: 'consumption', energyConsumption: 150 });
    },
  );

  it.each(['Bedarf', 'Bedarfsausweis', 'Energiebedarfsausweis', 'xyz', ''])(
    'an energy certificate of need is read with the type %j',
    async (epart) => {
      const zero = { energieverbrauchkennwert: '0.00' };
      const { certificate } = await certificateIn({
        ...(epart && { epart }),
        endenergiebedarf: '98,5',
        ...zero,
      });
      expect(certificate).toEqual({ type: 'need', energyNeed: 98.5 });
    },
  );

  it.each([
    { endenergiebedarf: '98', energieverbrauchkennwert: '150' },
    { stromwert: '20' },
    { epart: 'xyz', endenergiebedarf: '98', energieverbrauchkennwert: '150' },
  ])('an energy certificate whose type nobody says is a problem: %j', async (values) => {
    const { certificate, reasons } = await certificateIn(values);
    expect(certificate).toBeUndefined();
    expect(reasons).toEqual(['energy_type_missing']);
  });

  it('an energy certificate without values is none, without a problem', async () => {
    expect(await certificateIn({ wertklasse: 'C' })).toMatchObject({ certificate: undefined, reasons: [] });
  });

  it.each(['Fernw&amp;auml;rme', 'Fernw&amp;amp;auml;rme', '<![CDATA[<p>Fernwärme</p>]]>'])(
    'the carrier %s of an energy certificate is decoded',
    async (primaerenergietraeger) => {
      const { certificate } = await certificateIn({ ...NEED, primaerenergietraeger });
      expect(certificate).toEqual({ type: 'need', energyNeed: 98, energySource: 'district' });
    },
  );

  it.each([
    ['Gas, Sternenstaub', { energySource: 'gas' }, 'Sternenstaub'],
    ['Sternenstaub / Gas und Solar; Feenwind', { energySources: ['gas', 'solar'] }, 'Sternenstaub, Feenwind'],
  ])('an energy certificate that names %j has the carriers that are known, and a warning names the others', async (named, carriers, details) => {
    const { problems, property, unmapped } = await readFlat({ zustand_angaben: pass({ ...NEED, primaerenergietraeger: named }) });
    expect(property?.fields.residentialEnergyCertificate).toEqual({ type: 'need', energyNeed: 98, ...carriers });
    expect(problems).toMatchObject([
      { reason: 'energy_sources_unknown', path: 'zustand_angaben/energiepass/primaerenergietraeger', value: named, parameters: { details } },
    ]);
    expect(unmapped).toEqual([]);
  }); // oxfmt-ignore

  it('an energy certificate that names no known carrier keeps the text as unmapped, with a warning', async () => {
    const { certificate, reasons, unmapped } = await certificateIn({ ...NEED, primaerenergietraeger: 'Sternenstaub, Feenwind' });
    expect([certificate, reasons, unmapped]).toEqual([
      { type: 'need', energyNeed: 98 }, ['energy_source_missing'], ['Sternenstaub, Feenwind'],
    ]);
  }); // oxfmt-ignore

  it('an energy certificate has the value beside a zero of the same name', async () => {
    const read = await readFlat({
      zustand_angaben:
        '<energiepass><epart>BEDARF</epart><endenergiebedarf>0</endenergiebedarf><endenergiebedarf>98</endenergiebedarf><wertklasse>C</wertklasse></energiepass>',
    });
    expect(read.property?.fields.residentialEnergyCertificate).toEqual({ type: 'need', energyNeed: 98, energyClass: 'C' });
    expect([read.problems.map(({ reason }) => reason), read.unmapped]).toEqual([['energy_source_missing'], []]);
  }); // oxfmt-ignore

  it.each([
    ['VERBRAUCH', { energieverbrauchkennwert: '0.00', endenergiebedarf: '98' }, { type: 'need', energyNeed: 98 }],
    ['VERBRAUCH', { endenergiebedarf: '98', stromwert: '20' }, { type: 'need', energyNeed: 98 }],
    ['BEDARF', { energieverbrauchkennwert: '98', endenergiebedarf: '0' }, { type: 'consumption', energyConsumption: 98 }],
  ])('an energy certificate of the type %s with the values %j has the type of its values, with a warning', async (epart, values, expected) => {
    const { certificate, reasons } = await certificateIn({ epart, ...values, wertklasse: 'C' });
    expect(certificate).toEqual({ ...expected, energyClass: 'C' });
    expect(reasons).toContain('energy_type_contradicts');
  }); // oxfmt-ignore

  it('an energy certificate of consumption of an office has values that certificates of both types have', async () => {
    const values = { epart: 'VERBRAUCH', endenergiebedarf: '98', stromwert: '20', waermewert: '80' };
    const read = await readRentedFlat({
      objektkategorie:
        '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
      flaechen: '<bueroflaeche>200</bueroflaeche>',
      zustand_angaben: pass(values),
    });
    expect(read.property?.fields.commercialEnergyCertificate).toEqual({
      type: 'consumption', powerConsumption: 20, heatConsumption: 80,
    });
    expect(read.problems.map(({ reason }) => reason)).toEqual(['energy_source_missing']);
  }); // oxfmt-ignore
});

describe('an energy certificate of consumption of an office', () => {
  const officeWith = (values: Readonly<Record<string, string>>) =>
    readRentedFlat({
      objektkategorie:
        '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
      flaechen: '<bueroflaeche>200</bueroflaeche>',
      zustand_angaben: pass(values),
    });

  it.each([{ epart: 'VERBRAUCH' }, { epart: 'BEDARF' }])(
    'an energy certificate of consumption of an office with its total alone is left out, and the problem names it: %j',
    async (epart) => {
      const { property, problems } = await officeWith({ ...epart, energieverbrauchkennwert: '98' });
      expect(property?.fields).not.toHaveProperty('commercialEnergyCertificate');
      expect(problems).toMatchObject([
        {
          ...{ severity: 'warning', reason: 'energy_total_left_out', value: '98' },
          path: 'zustand_angaben/energiepass/energieverbrauchkennwert',
        },
      ]);
    },
  );

  it('an energy certificate of consumption of an office has its values beside the total', async () => {
    const values = { epart: 'VERBRAUCH', energieverbrauchkennwert: '98', waermewert: '80' };
    const { property, unmapped } = await officeWith(values);
    expect(property?.fields.commercialEnergyCertificate).toEqual({
      type: 'consumption',
      heatConsumption: 80,
    });
    expect(unmapped.map(({ value }) => value)).toEqual(['98']);
  });
});

describe('an energy certificate of a version before 1.2.7', () => {
  const field = (name: string, value: string) =>
    `<user_defined_simplefield feldname="${name}">${value}</user_defined_simplefield>`;

  it('an energy certificate has the class and the vintage of the fields beside it', async () => {
    const fields = [
      field('epass_wertklasse', 'C'),
      field('epass_jahrgang', '2014'),
      field('epass_gebaeudeart', 'wohn'),
    ];
    const { property, unmapped } = await readFlat({ zustand_angaben: pass(NEED) + fields.join('') });
    expect(property?.fields.residentialEnergyCertificate).toEqual({
      type: 'need', energyNeed: 98, energyClass: 'C', prior2014: false,
    });
    expect(unmapped).toEqual([]);
  }); // oxfmt-ignore

  it('an energy certificate has its own elements before the fields beside it', async () => {
    const beside = field('epass_wertklasse', 'C') + field('epass_ausstelldatum', '2014-04-30');
    const { property, unmapped } = await readFlat({ zustand_angaben: beside + pass({ ...NEED, wertklasse: 'B' }) });
    expect(property?.fields.residentialEnergyCertificate).toEqual({
      type: 'need', energyNeed: 98, energyClass: 'B', prior2014: true,
    });
    expect(unmapped).toEqual([
      { path: 'zustand_angaben/user_defined_simplefield[epass_wertklasse]', value: 'C' },
    ]);
  }); // oxfmt-ignore

  it('an energy certificate of an office has the values of the fields beside it', async () => {
    const fields = field('epass_stromwert', '20') + field('EPASS_WAERMEWERT', '80');
    const { property } = await readRentedFlat({
      objektkategorie:
        '<nutzungsart GEWERBE="true"/><vermarktungsart MIETE_PACHT="true"/><objektart><buero_praxen/></objektart>',
      flaechen: '<bueroflaeche>200</bueroflaeche>',
      zustand_angaben: pass({ epart: 'VERBRAUCH' }) + fields,
    });
    expect(property?.fields.commercialEnergyCertificate).toEqual({
      type: 'consumption', powerConsumption: 20, heatConsumption: 80,
    });
  }); // oxfmt-ignore

  it('an energy certificate that is missing has its reason in a field, and another field stays unmapped', async () => {
    const fields = field('epass_jahrgang', 'nicht_noetig') + field('epass_farbe', 'rot');
    const { property, unmapped } = await readFlat({ zustand_angaben: fields });
    expect(property?.fields.energyCertificateStatus).toBe('notRequired');
    expect(unmapped.map(({ value }) => value)).toEqual(['rot']);
  });

  it('two energy certificates have none of the fields beside them', async () => {
    const both = pass(NEED) + pass(OLD) + field('epass_wertklasse', 'C');
    const { property } = await readFlat({ zustand_angaben: both });
    expect(property?.fields.residentialEnergyCertificate).toEqual({ type: 'need', energyNeed: 98 });
  });
});

describe('the reason why there is no energy certificate', () => {
  it.each([
    ['ohne', 'notYetPresent'],
    ['bei_besichtigung', 'notYetPresent'],
    ['Nicht_noetig', 'notRequired'],
  ])('the reason %s is %s', async (jahrgang, expected) => {
    const { certificate, status, reasons, unmapped } = await certificateIn({ jahrgang });
    expect({ certificate, status, reasons, unmapped }).toEqual({
      ...{ certificate: undefined, status: expected },
      ...{ reasons: [], unmapped: [] },
    });
  });
});

describe('the date of an energy certificate', () => {
  it.each([
    ['2014-04-30', true],
    ['2014-05-01', false],
    ['30.04.2014', true],
    ['2019-03-12', false],
  ])(
    'a date of an energy certificate of %s says whether it is an old one: %s',
    async (ausstelldatum, isOld) => {
      const { certificate, unmapped } = await certificateIn({ ...NEED, ausstelldatum });
      expect(certificate).toEqual({ type: 'need', energyNeed: 98, prior2014: isOld });
      expect(unmapped).toEqual([]);
    },
  );

  it.each(['0', 'unbekannt', '2014'])(
    'a date of an energy certificate of %j is unmapped',
    async (ausstelldatum) => {
      const { certificate, unmapped } = await certificateIn({ ...NEED, ausstelldatum });
      expect([certificate, unmapped]).toEqual([{ type: 'need', energyNeed: 98 }, [ausstelldatum]]);
    },
  );

  it('a date of an energy certificate is unmapped beside the vintage, and the end of its validity is', async () => {
    const { certificate, unmapped } = await certificateIn({ ...NEED, jahrgang: '2014', ausstelldatum: '2019-03-12', gueltig_bis: '2029-03-11' });
    expect(certificate).toEqual({ type: 'need', energyNeed: 98, prior2014: false });
    expect(unmapped).toEqual(['2019-03-12', '2029-03-11']);
  }); // oxfmt-ignore
});
