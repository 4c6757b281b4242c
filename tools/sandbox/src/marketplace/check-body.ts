import { invalid, required, schemaRefusal } from './refusal.ts';
import type { FieldRule } from './field-rules.ts';

export type Fields = Record<string, unknown>;

/** The inner object of a body under its only known name. @throws Refusal for another name */
export function unwrap(body: unknown, name: string): Fields {
  const inner = isObject(body) ? body[name] : undefined;
  if (!isObject(inner)) throw schemaRefusal(`expected element ${name}`);
  return inner;
}

/** Reads fields in the order of the schema, with numbers rounded. @throws Refusal for the first invalid one */
export function checkFields(given: Fields, rules: readonly FieldRule[], path = ''): Fields {
  checkOrder(given, rules, path);
  const read: Fields = {};
  for (const rule of rules) {
    const value = given[rule.name];
    if (value === undefined) {
      if (rule.required) throw required(`${path}${rule.name}`);
      continue;
    }
    read[rule.name] = checkValue(value, rule, `${path}${rule.name}`);
  }
  return read;
}

/** Checks the order of fields: the schema is a sequence, also in JSON. */
function checkOrder(given: Fields, rules: readonly FieldRule[], path: string): void {
  let last = -1;
  for (const name of Object.keys(given)) {
    if (name === '@id' && path === '') continue;
    const index = rules.findIndex((rule) => rule.name === name);
    if (index === -1) throw schemaRefusal(`unexpected element ${path}${name}`);
    if (index <= last) throw schemaRefusal(`element ${path}${name} stands behind one that follows it`);
    last = index;
  }
}

function checkValue(value: unknown, rule: FieldRule, path: string): unknown {
  switch (rule.kind) {
    case 'group':
      if (!isObject(value)) throw schemaRefusal(`${path} is no object`);
      return checkFields(value, rule.fields, `${path}.`);
    case 'text':
      return checkText(value, rule.max, path);
    case 'date':
      if (!isDate(value)) throw schemaRefusal(`${path} is no date`);
      return value;
    case 'number':
      return checkNumber(value, rule, path);
    case 'boolean':
      if (typeof value !== 'boolean') throw schemaRefusal(`${path} is no boolean`);
      return value;
    case 'choice':
      return checkChoice(value, rule, path);
  }
}

/** True for a calendar date; XML Schema has no year 0. */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function checkText(value: unknown, max: number, path: string): string {
  if (typeof value !== 'string') throw schemaRefusal(`${path} is no text`);
  if (/(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]|<!\[CDATA\[/u.test(value))
    throw schemaRefusal(`${path} is not well-formed`);
  if (value.trim() === '') throw required(path);
  if (value.length > max || Buffer.byteLength(value) > 3999) throw invalid(path, value, 'TEXT_TOO_LONG');
  return value;
}

function checkNumber(
  value: unknown,
  { min = -Infinity, max = Infinity, decimals }: Extract<FieldRule, { kind: 'number' }>,
  path: string,
): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw schemaRefusal(`${path} is no number`);
  if (decimals === 0 && !Number.isInteger(value)) throw schemaRefusal(`${path} is no whole number`);
  const rounded = Math.round((value + Number.EPSILON) * 100) / 100;
  const isYear = min === 1000;
  if (rounded < min || rounded > max)
    throw invalid(path, value, isYear ? 'YEAR_INVALID' : 'NUMBER_IS_OUT_OF_RANGE');
  return rounded;
}

function checkChoice(
  value: unknown,
  { values, list }: Extract<FieldRule, { kind: 'choice' }>,
  path: string,
): unknown {
  const all = list && Array.isArray(value) ? (value as unknown[]) : [value];
  if (all.length === 0) throw required(path);
  for (const one of all) {
    if (typeof one !== 'string' || !values.includes(one))
      throw schemaRefusal(`${path} is none of its values: ${String(one)}`);
  }
  return value;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
