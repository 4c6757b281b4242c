/** An element of the schema; its order is fixed. */
export type FieldRule = { name: string; required?: true } & (
  | { kind: 'text'; max: number }
  | { kind: 'date' }
  | { kind: 'number'; min?: number; max?: number; decimals?: 0 }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: readonly string[]; list?: true }
  | { kind: 'group'; fields: readonly FieldRule[] }
);

export const text = (name: string, max: number): FieldRule => ({ name, kind: 'text', max });
/** A date without a time zone, as in 2027-03-01. */
export const date = (name: string): FieldRule => ({ name, kind: 'date' });
export const count = (name: string, max: number, min = 0): FieldRule => ({
  name,
  kind: 'number',
  min,
  max,
  decimals: 0,
});
export const number = (name: string, min: number, max: number): FieldRule => ({
  name,
  kind: 'number',
  min,
  max,
});
export const amount = (name: string): FieldRule => ({ name, kind: 'number', min: 0 });
export const area = (name: string): FieldRule => ({ name, kind: 'number', min: 0.01 });
export const flag = (name: string): FieldRule => ({ name, kind: 'boolean' });
export const choice = (name: string, ...values: readonly string[]): FieldRule => ({
  name,
  kind: 'choice',
  values,
});
export const yes = (name: string): FieldRule => choice(name, 'YES', 'NOT_APPLICABLE');
export const yesNo = (name: string): FieldRule =>
  choice(name, 'YES', 'NO', 'NO_INFORMATION', 'BY_APPOINTMENT');
export const group = (name: string, ...fields: FieldRule[]): FieldRule => ({ name, kind: 'group', fields });
export const needed = (rule: FieldRule): FieldRule => ({ ...rule, required: true });
/** The same elements, some of which the validators require although the schema does not. */
export const needing = (rules: readonly FieldRule[], ...names: readonly string[]): readonly FieldRule[] =>
  rules.map((rule) => (names.includes(rule.name) ? needed(rule) : rule));
