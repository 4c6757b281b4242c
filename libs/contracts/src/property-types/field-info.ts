/** A text of the product in both languages. */
export interface Label {
  de: string;
  en: string;
}

/** The sections of fields in forms and pages, in this order. */
export const SECTIONS = {
  general: { de: 'Allgemein', en: 'General' },
  address: { de: 'Adresse', en: 'Address' },
  price: { de: 'Preise', en: 'Prices' },
  areas: { de: 'Flächen und Räume', en: 'Areas and rooms' },
  building: { de: 'Zustand und Bebauung', en: 'Condition and construction' },
  equipment: { de: 'Ausstattung', en: 'Features' },
  energy: { de: 'Energie', en: 'Energy' },
  surroundings: { de: 'Verkehrsanbindung', en: 'Transport links' },
  texts: { de: 'Beschreibungen', en: 'Descriptions' },
} as const satisfies Record<string, Label>;
export type Section = keyof typeof SECTIONS;

/** The label of a part of a field that is an object. */
export interface PartInfo extends Label {
  /** A short text beside the input. */
  hint?: Label;
  unit?: string;
  /** The labels of an enumerated part's values. */
  values?: Readonly<Record<string, Label>>;
}

/** The description of a field for people, besides its rules. */
export interface FieldInfo {
  section: Section;
  label: Label;
  /** A short text beside the input. */
  hint?: Label;
  /** A value that is valid in every type with the field. */
  example: unknown;
  unit?: string;
  /** True if the text can have several lines. */
  isLong?: boolean;
  /** The labels of an enumerated field's values. */
  values?: Readonly<Record<string, Label>>;
  /** The labels of the parts of a field that is an object. */
  parts?: Readonly<Record<string, PartInfo>>;
}

/** The labels of values from pairs of a German and an English text. */
export const values = <V extends string>(pairs: Record<V, readonly [de: string, en: string]>) =>
  Object.fromEntries(
    Object.entries<readonly [string, string]>(pairs).map(([value, [de, en]]) => [value, { de, en }]),
  ) as Record<V, Label>;

/** Fields that forms and pages show in one section. */
export const inSection = <
  S extends Section,
  const F extends Readonly<Record<string, Omit<FieldInfo, 'section'>>>,
>(
  section: S,
  fields: F,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { section, ...field }])) as {
    readonly [N in keyof F]: { readonly section: S } & F[N];
  };
