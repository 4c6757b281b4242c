import { inSection, values } from '../field-info.ts';

const KWH = 'kWh/(m² a)';

const CERTIFICATES = values({
  need: ['Bedarfsausweis', 'Energy need'],
  consumption: ['Verbrauchsausweis', 'Energy consumption'],
});

const SOURCES = values({
  oil: ['Öl', 'Oil'],
  gas: ['Gas', 'Gas'],
  electric: ['Strom', 'Electricity'],
  solar: ['Solar', 'Solar'],
  geothermal: ['Erdwärme', 'Geothermal'],
  district: ['Fernwärme', 'District heating'],
  water: ['Wasserkraft', 'Hydropower'],
  pellet: ['Pellets', 'Pellets'],
  coal: ['Kohle', 'Coal'],
  wood: ['Holz', 'Wood'],
  liquidGas: ['Flüssiggas', 'Liquid gas'],
  ambientHeat: ['Umweltwärme (Wärmepumpe)', 'Ambient heat (heat pump)'],
  localHeat: ['Nahwärme', 'Local heat'],
  combinedHeatAndPower: ['Blockheizkraftwerk (KWK)', 'Combined heat and power'],
  bioenergy: ['Bioenergie', 'Bioenergy'],
  wind: ['Windenergie', 'Wind energy'],
  other: ['Alternative und andere', 'Other'],
});

const CLASSES = Object.fromEntries(
  ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => [name, { de: name, en: name }]),
);

export const energy = inSection('energy', {
  heatingType: {
    label: { de: 'Heizungsart', en: 'Heating' },
    example: 'central',
    values: values({
      stove: ['Ofenheizung', 'Stove'],
      floor: ['Etagenheizung', 'Single-storey heating'],
      central: ['Zentralheizung', 'Central heating'],
      district: ['Fernwärme', 'District heating'],
      underfloor: ['Fußbodenheizung', 'Underfloor heating'],
      heatPump: ['Wärmepumpe', 'Heat pump'],
    }),
  },
  energyCertificateStatus: {
    label: { de: 'Energieausweis', en: 'Energy certificate' },
    example: 'present',
    values: values({
      present: ['Liegt vor', 'Present'],
      notYetPresent: ['Liegt zur Besichtigung vor', 'Not yet present'],
      notRequired: ['Nicht erforderlich', 'Not required'],
    }),
  },
  residentialEnergyCertificate: {
    label: { de: 'Energieausweis (Wohngebäude)', en: 'Energy certificate (residential)' },
    example: {
      type: 'need',
      prior2014: false,
      energySource: 'gas',
      energySources: ['gas', 'solar'],
      energyNeed: 98.4,
      energyClass: 'C',
    },
    parts: {
      type: { de: 'Art des Ausweises', en: 'Type of certificate', values: CERTIFICATES },
      prior2014: { de: 'Vor Mai 2014 ausgestellt', en: 'Issued before May 2014' },
      energySource: { de: 'Energieträger', en: 'Energy source', values: SOURCES },
      energySources: { de: 'Alle Energieträger', en: 'All energy sources', values: SOURCES },
      energyNeed: { de: 'Energiebedarf', en: 'Energy need', unit: KWH },
      energyConsumption: { de: 'Energieverbrauch', en: 'Energy consumption', unit: KWH },
      energyClass: { de: 'Energieeffizienzklasse', en: 'Energy efficiency class', values: CLASSES },
      warmWaterIncluded: { de: 'Warmwasser enthalten', en: 'Includes warm water' },
    },
  },
  commercialEnergyCertificate: {
    label: { de: 'Energieausweis (Nichtwohngebäude)', en: 'Energy certificate (commercial)' },
    example: { type: 'need', prior2014: false, energySource: 'district', powerNeed: 38, heatNeed: 92.5 },
    parts: {
      type: { de: 'Art des Ausweises', en: 'Type of certificate', values: CERTIFICATES },
      prior2014: { de: 'Vor Mai 2014 ausgestellt', en: 'Issued before May 2014' },
      energySource: { de: 'Energieträger', en: 'Energy source', values: SOURCES },
      energySources: { de: 'Alle Energieträger', en: 'All energy sources', values: SOURCES },
      energyNeed: { de: 'Energiebedarf', en: 'Energy need', unit: KWH },
      powerNeed: { de: 'Strombedarf', en: 'Power need', unit: KWH },
      heatNeed: { de: 'Wärmebedarf', en: 'Heat need', unit: KWH },
      powerConsumption: { de: 'Stromverbrauch', en: 'Power consumption', unit: KWH },
      heatConsumption: { de: 'Wärmeverbrauch', en: 'Heat consumption', unit: KWH },
    },
  },
});
