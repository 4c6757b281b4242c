import { element } from '../write/xml.ts';
import type { XmlElement } from '../write/xml.ts';

type Change = (element: XmlElement) => XmlElement;

export const childrenOf = ({ content }: XmlElement): XmlElement[] =>
  typeof content === 'object' ? content.flatMap((child) => child ?? []) : [];

/** The document with its object changed. */
const inObject =
  (change: Change): Change =>
  (root) =>
    root.name === 'immobilie' ? change(root) : { ...root, ...within(root, inObject(change)) };

function within(parent: XmlElement, change: Change): Pick<XmlElement, 'content'> {
  const { content } = parent;
  return {
    content: typeof content === 'object' ? childrenOf(parent).map((child) => change(child)) : content,
  };
}

const inSections = (names: readonly string[], change: Change): Change =>
  inObject((object) => ({
    ...object,
    content: childrenOf(object).map((section) => (names.includes(section.name) ? change(section) : section)),
  }));

const everywhere =
  (change: (text: string, name: string) => string): Change =>
  (one) => {
    const { name, content } = one;
    const attributes = Object.fromEntries(
      Object.entries(one.attributes).map(([key, value]) => [
        key,
        typeof value === 'number' ? change(String(value), key) : value,
      ]),
    );
    if (typeof content !== 'object') return { name, attributes, content: change(String(content), name) };
    return { name, attributes, content: childrenOf(one).map((child) => everywhere(change)(child)) };
  };

const PARKING = [
  'stp_carport',
  'stp_duplex',
  'stp_freiplatz',
  'stp_garage',
  'stp_parkhaus',
  'stp_tiefgarage',
];
const ZEROS: Readonly<Record<string, readonly XmlElement[]>> = {
  preise: [
    ...[
      'nebenkosten',
      'heizkosten',
      'hausgeld',
      'abstand',
      'kaufpreis',
      'kaufpreisnetto',
      'kaufpreisbrutto',
      'nettokaltmiete',
      'kaltmiete',
      'warmmiete',
      'pacht',
      'mieteinnahmen_ist',
      'mieteinnahmen_soll',
      'kaution',
      'provisionnetto',
      'provisionbrutto',
    ].map((name) => element(name, {}, '0.00')),
    ...PARKING.map((name) =>
      element(name, { stellplatzmiete: '0.00', stellplatzkaufpreis: '0.00', anzahl: '0' }),
    ),
  ],
  flaechen: [
    'wohnflaeche',
    'nutzflaeche',
    'gesamtflaeche',
    'grundstuecksflaeche',
    'bueroflaeche',
    'gastroflaeche',
    'lagerflaeche',
    'vermietbare_flaeche',
    'anzahl_zimmer',
    'anzahl_schlafzimmer',
    'anzahl_badezimmer',
    'anzahl_balkone',
    'anzahl_stellplaetze',
    'anzahl_betten',
    'plaetze_gastraum',
    'sonstflaeche',
    'teilbar_ab',
    'verkaufsflaeche',
    'grz',
    'gfz',
  ].map((name) => element(name, {}, '0')),
  zustand_angaben: [element('baujahr', {}, '0'), element('letztemodernisierung', {}, '0')],
  geo: [element('anzahl_etagen', {}, '0'), element('hausnummer', {}, '0')],
  ausstattung: [element('hallenhoehe', {}, '0')],
};
const ENERGY_ZEROS = ['endenergiebedarf', 'energieverbrauchkennwert', 'stromwert', 'waermewert'].map((name) => element(name, {}, '0.00')); // oxfmt-ignore

const withMissing = (parent: XmlElement, all: readonly XmlElement[]): XmlElement => {
  const missing = all.filter(({ name }) => !childrenOf(parent).some((child) => child.name === name));
  return { ...parent, content: [...childrenOf(parent), ...missing] };
};

const inPass = (change: Change): Change =>
  inSections(['zustand_angaben'], (section) => ({
    ...section,
    content: childrenOf(section).map((child) => (child.name === 'energiepass' ? change(child) : child)),
  }));

/** Writes 0 for everything that is not filled in. */
const zeros: Change = (root) =>
  inPass((pass) => withMissing(pass, ENERGY_ZEROS))(
    inObject((object) => ({
      ...object,
      content: childrenOf(object).map((section) => withMissing(section, ZEROS[section.name] ?? [])),
    }))(root),
  );

/** Puts a zero of the same name before each number. */
const withZerosBefore =
  (all: readonly XmlElement[]): Change =>
  (section) => ({
    ...section,
    content: childrenOf(section).flatMap((child) => [
      ...all.filter(({ name }) => name === child.name),
      child,
    ]),
  });

const zerosBefore: Change = (root) =>
  inPass(withZerosBefore(ENERGY_ZEROS))(
    inObject((object) => ({
      ...object,
      content: childrenOf(object).map((section) => withZerosBefore(ZEROS[section.name] ?? [])(section)),
    }))(root),
  );

const inNumbers =
  (change: (text: string) => string) =>
  (text: string, name: string): string =>
    name.endsWith('_text') ? text : change(text);

const german = (text: string): string => {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '.')},${decimals.padEnd(2, '0')}`;
};

const NAMES: Readonly<Record<string, string>> = { ä: 'auml', ö: 'ouml', ü: 'uuml', ß: 'szlig', é: 'eacute' };
const referenced = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll(/[äöüßéÄÖÜ]/g, (letter) => `&${NAMES[letter] ?? `#${String(letter.codePointAt(0))}`};`);

const PATHS = [
  (name: string) => `/${name}`,
  (name: string) => `./${name}`,
  (name: string) => `.\\${name}`,
  (name: string) => `bilder//${name}`,
  (name: string) => `file:///C:/Export/${name}`,
];
const oddPaths = inSections(
  ['anhaenge'],
  everywhere((text, name) => (name === 'pfad' ? (PATHS[text.length % PATHS.length]?.(text) ?? text) : text)),
);

const wrapped: Change = (root) => ({
  ...root,
  content: childrenOf(root).map((child) => {
    if (child.name !== 'anbieter') return child;
    const objects = childrenOf(child).filter(({ name }) => name === 'immobilie');
    const others = childrenOf(child).filter(({ name }) => name !== 'immobilie');
    return { ...child, content: [...others, element('immobilien', {}, objects)] };
  }),
});

const hidden: Change = (root) =>
  inSections(['geo'], (geo) => ({
    ...geo,
    content: childrenOf(geo).filter(({ name }) => name !== 'strasse' && name !== 'hausnummer'),
  }))(
    inSections(
      ['verwaltung_objekt'],
      everywhere((text, name) => (name === 'objektadresse_freigeben' ? 'false' : text)),
    )(root),
  );

/** Other words for ways of firing, of the format or of programs. */
const FURTHER_FIRING: Readonly<Record<string, string>> = { GAS: 'ERDGAS_LEICHT', BLOCK: 'KWK_FOSSIL' };
const FURTHER_CARRIERS: Readonly<Record<string, string>> = {
  OEL: 'Heizöl', GAS: 'Erdgas', ELEKTRO: 'Strom', FERN: 'Fernwärme', PELLET: 'Holzpellets', SOLAR: 'Solarthermie', ERDWAERME: 'Geothermie',
  'WASSER-ELEKTRO': 'Wasserkraft', KOHLE: 'Steinkohle', UMWELTWAERME: 'Luft-Wasser-Wärmepumpe', BLOCK: 'BHKW', BIOENERGIE: 'Biogas', WINDENERGIE: 'Wind',
}; // oxfmt-ignore

const otherCarriers: Change = (root) =>
  inSections(
    ['zustand_angaben'],
    everywhere((text, name) => (name === 'primaerenergietraeger' ? (FURTHER_CARRIERS[text] ?? text) : text)),
  )(
    inSections(['ausstattung'], (section) => ({
      ...section,
      content: childrenOf(section).map((one) =>
        one.name === 'befeuerung' ? { ...one, attributes: renamed(one.attributes) } : one,
      ),
    }))(root),
  );

const renamed = (attributes: XmlElement['attributes']): XmlElement['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [FURTHER_FIRING[name] ?? name, value]),
  );

/** The document without the elements at these paths of its object. */
export const without = (paths: readonly string[]): Change =>
  inObject((object) => withoutBelow(object, '', new Set(paths)));

const withoutBelow = (parent: XmlElement, above: string, paths: ReadonlySet<string>): XmlElement =>
  typeof parent.content === 'object'
    ? {
        ...parent,
        content: childrenOf(parent)
          .filter(({ name }) => !paths.has(above + name))
          .map((child) => withoutBelow(child, `${above}${child.name}/`, paths)),
      }
    : parent;

const FLOORS: ReadonlySet<string> = new Set(['etage', 'anzahl_etagen']);
const isEnergyValue = (name: string): boolean => ENERGY_ZEROS.some((one) => one.name === name);

/** Variants of a document as real programs write them, which describe the same object. */
export const DEGRADATIONS: Readonly<Record<string, Change>> = {
  zeros,
  zerosBefore,
  germanNumbers: (root) =>
    inPass(everywhere((text, name) => (isEnergyValue(name) ? german(text) : text)))(
      inSections(
        ['geo'],
        everywhere((text, name) => (FLOORS.has(name) ? german(text) : text)),
      )(inSections(['preise', 'flaechen', 'ausstattung'], everywhere(inNumbers(german)))(root)),
    ),
  entitiesTwice: inSections(['freitexte', 'geo', 'kontaktperson', 'anhaenge'], everywhere(referenced)),
  otherCarriers,
  oddPaths,
  wrapped,
  hidden,
};

/** Groups whole amounts and areas with dots and without decimals, so that the dots may be decimal marks. */
export const withThousands: Change = inSections(
  ['preise', 'flaechen'],
  everywhere(inNumbers((text) => german(text).replace(/,00$/, ''))),
);
