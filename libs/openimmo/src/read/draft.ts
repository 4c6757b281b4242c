import {
  FIELDS,
  FIELDS_OF,
  hasZeroValue,
  isPlausible,
  isUnsaid,
  NUMBER_RULES,
  problemsOf,
  readFields,
  usualRange,
} from '@estate/contracts';
import type { AnyFields, FieldName, FieldProblem, NumberName, PropertyType } from '@estate/contracts'; // oxfmt-ignore
import { limitIn, nameIn } from './field-problem.ts';
import type { Found } from './found.ts';
import { cutText } from './cut-text.ts';
import { longestTexts } from './longest-texts.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { Because, ObjectProblem } from './object-problem.ts';
import { hasMarkup, plainText } from './plain-text.ts';
import { flagIn, numberFor } from './values.ts';
import type { Marks } from './values.ts';

type Kind = 'text' | 'number' | 'flag';
const KINDS: Readonly<Record<string, Kind>> = { string: 'text', number: 'number', boolean: 'flag' };

/** The kind of a field's text, derived from its example. */
const kindOf = (field: FieldName): Kind | undefined => KINDS[typeof FIELDS[field].example];

interface Checked {
  safeParse(value: unknown): { error?: Parameters<typeof problemsOf>[0] | undefined };
}

/** The habits of the document around an object, by which the object is read. */
export interface Habits {
  /** How its numbers are written. */
  marks?: Marks | undefined;
  /** The element that a field is read from. */
  elementOf: (name: string) => string;
  /** The country of an object without one. */
  country: string;
}

interface Conversion {
  value: number;
  factor: number;
  period: Found | undefined;
}

type Part = `address.${'street' | 'streetNumber' | 'postalCode' | 'city' | 'region' | 'country' | 'publish'}`;

/** The fields of a property while they are read, each checked by the rules of its type. */
export class Draft {
  readonly type: PropertyType;
  readonly problems: ObjectProblem[] = [];
  /** The ways of firing of the object, which may be the sources of its energy certificate. */
  readonly fired: Found[] = [];
  /** The value of the document behind each field, or part of the address. */
  readonly origins = new Map<string, Found>();
  readonly #habits: Habits;
  readonly #fields = new Map<string, unknown>();
  readonly #address = new Map<string, unknown>();
  readonly #shape: Readonly<Partial<Record<string, Checked>>>;

  constructor(type: PropertyType, habits: Habits) {
    this.type = type;
    this.#habits = habits;
    this.#shape = FIELDS_OF[type].shape;
  }

  /** True if properties of the type have the field. */
  has(field: FieldName): boolean {
    return this.#shape[field] !== undefined;
  }

  get<F extends FieldName>(field: F): AnyFields[F] | undefined {
    return this.#fields.get(field) as AnyFields[F] | undefined;
  }

  /** Reads a value as the type of the field. */
  read(field: FieldName, found: Found): void {
    const kind = kindOf(field);
    if (!this.has(field)) return;
    if (kind === 'number') this.#readNumber(field as NumberName & FieldName, found);
    else if (kind === 'flag') this.set(field, found, flagIn(found.text));
    else if (this.get(field) === undefined) this.#readText(field, found);
  }

  #readNumber(field: NumberName & FieldName, found: Found): void {
    const value = this.numberOf(field, found);
    if (value !== undefined) this.set(field, found, value);
  }

  /** Reads a text; one that consists of tags alone or of a word for "empty" counts as missing. */
  #readText(field: FieldName, found: Found): void {
    const text = this.textOf(field, found);
    if (isUnsaid(text)) found.claim();
    else this.set(field, found, text);
  }

  /** The number for a field or a value of a certificate; undefined for one that is not filled in, and for a text, which is a problem. */
  numberOf(name: NumberName, found: Found): number | undefined {
    const reading = numberFor(name, found.text, this.#habits.marks);
    if (reading === undefined) {
      this.warn(found, { reason: 'number_expected' });
      return undefined;
    }
    if (reading.value === 0 && !hasZeroValue(name)) {
      found.claim();
      return undefined;
    }
    if (reading.isAmbiguous)
      this.warn(found, { reason: 'number_ambiguous', parameters: { number: reading.value } });
    return reading.value;
  }

  /** Like `numberOf`, without reporting problems. */
  peek(name: NumberName, text: string | undefined): number | undefined {
    const value = numberFor(name, text ?? '', this.#habits.marks)?.value;
    return value === 0 && !hasZeroValue(name) ? undefined : value;
  }

  /** Warns of an implausible number, which is used nevertheless. */
  doubt(name: NumberName, found: Found, value: unknown): void {
    if (typeof value !== 'number' || isPlausible(name, value)) return;
    this.warn(found, {
      reason: 'value_doubtful',
      parameters: { field: name, number: value, ...usualRange(name) },
    });
  }

  /** The text for a field or a part of the address: without markup, and cut to its limit. */
  textOf(path: FieldName | Part, found: Found): string {
    const longest = longestTexts(this.type).get(path) ?? Infinity;
    const text = plainText(found.text);
    if (hasMarkup(found.text)) {
      this.warn(found, { reason: 'markup_removed' });
    }
    if (text.length <= longest) return text;
    this.warn(found, { reason: 'text_cut', parameters: { limit: longest } });
    return cutText(text, longest);
  }

  /** Sets a field unless it is set already; an invalid value is a problem and left out. */
  set(field: FieldName, found: Found, value: unknown): void {
    if (!this.has(field)) return;
    const known = this.get(field);
    // An equal value is claimed; another one stays unmapped.
    if (known !== undefined && known === value) found.claim();
    if (known !== undefined) return;
    if (value === undefined) {
      this.warn(found, { reason: `${kindOf(field) ?? 'text'}_expected` });
    } else this.#setNew(field, found, value);
  }

  #setNew(field: FieldName, found: Found, value: unknown): void {
    const broken = this.#brokenRule(field, value);
    found.claim();
    if (broken === undefined) {
      this.#fields.set(field, value);
      this.origins.set(field, found);
      if (field in NUMBER_RULES) this.doubt(field as NumberName, found, value);
    } else this.warn(found, this.#because('warning', broken));
  }

  setPart(path: Part, found: Found, value: unknown): void {
    const part = path.replace(/^.*\./, '');
    if (this.#address.has(part)) return;
    found.claim();
    this.#address.set(part, value);
    this.origins.set(path, found);
  }

  /** Sets an amount that was converted to the period of the field, and reports the conversion. */
  setConverted(field: FieldName, found: Found, { value, factor, period }: Conversion): void {
    const converted = factor === 1 ? value : Math.round(value * factor * 100) / 100;
    this.set(field, found, converted);
    if (factor === 1 || this.get(field) !== converted) return;
    this.warn(found, {
      reason: 'period_converted',
      parameters: { field, number: value, period: period?.text ?? 'JAHR', converted },
    });
  }

  /** True if the type requires the field. */
  requires(field: FieldName): boolean {
    return this.#brokenRule(field, undefined) !== undefined;
  }

  /** Sets a field that does not come from a single value. */
  assume(field: FieldName, value: unknown): void {
    if (value !== undefined && this.has(field) && !this.#fields.has(field)) this.#fields.set(field, value);
  }

  /** A part of the address that was read already. */
  part(name: 'postalCode' | 'city' | 'country'): string | undefined {
    return this.#address.get(name) as string | undefined;
  }

  /** The country that the document names, or the default. */
  get country(): string {
    return this.part('country') ?? this.#habits.country;
  }

  warn(found: Pick<Found, 'path' | 'text' | 'claim'>, because: Because): void {
    this.#tell('warning', found, because);
  }

  /** Reports an error: the object becomes no property. */
  fail(found: Found, because: Because): void {
    this.#tell('error', found, because);
  }

  /** Reports a problem of the whole object, or of a missing element. */
  note(path: string, because: Because & { value?: string }): void {
    this.problems.push(objectProblem('warning', { path, ...because }));
  }

  #tell(
    severity: ObjectProblem['severity'],
    found: Pick<Found, 'path' | 'text' | 'claim'>,
    because: Because,
  ): void {
    found.claim();
    this.problems.push(objectProblem(severity, { path: found.path, value: shown(found.text), ...because }));
  }

  /** The fields by the rules of the type, without invalid ones; undefined if a required one is missing. */
  finish(): AnyFields | undefined {
    for (;;) {
      const read = readFields(this.type, this.#given());
      if ('fields' in read) return read.fields;
      const dropped = read.problems.filter((problem) => this.#drop(problem));
      if (dropped.length > 0) continue;
      for (const problem of read.problems) this.#report('error', problem);
      return undefined;
    }
  }

  /** The given fields, with the address as released unless the document says otherwise, as in the format. */
  #given(): Record<string, unknown> {
    const address = { publish: true, country: this.#habits.country, ...Object.fromEntries(this.#address) };
    return { ...Object.fromEntries(this.#fields), address };
  }

  /** Leaves out an invalid value; false for a required one. */
  #drop(problem: FieldProblem): boolean {
    const [field = '', part = ''] = nameIn(problem).split('.');
    const isOptional =
      field === 'address' ? OPTIONAL_PARTS.includes(part) : this.#brokenRule(field, undefined) === undefined;
    const isDropped =
      isOptional && (field === 'address' ? this.#address : this.#fields).delete(part || field);
    if (isDropped) this.#report('warning', problem);
    return isDropped;
  }

  /** The first rule of the field that the value violates. */
  #brokenRule(field: string, value: unknown): FieldProblem | undefined {
    const rules = this.#shape[field];
    if (rules === undefined) return { path: field, message: `${field} is not known`, code: 'unknown-field' };
    const { error } = rules.safeParse(value);
    const [first] = error === undefined ? [] : problemsOf(error, value);
    if (first === undefined) return undefined;
    const isWhole = first.path === '';
    return {
      path: isWhole ? field : `${field}.${first.path}`,
      message: isWhole ? first.message.replace(/^the body/, field) : `${field}.${first.message}`,
      code: first.code,
    };
  }

  #because(severity: ObjectProblem['severity'], problem: FieldProblem): Because {
    const rule = problem.message.replace(/^fields\./, '');
    const limit = limitIn(problem);
    const parameters = { rule, field: nameIn(problem), propertyType: this.type };
    if (severity === 'error') {
      return { reason: problem.code === 'required' ? 'field_missing' : 'value_refused', parameters };
    }
    if (limit === undefined) return { reason: 'value_left_out', parameters };
    const reason = problem.code === 'too-small' ? 'value_below_limit' : 'value_above_limit';
    return { reason, parameters: { ...parameters, limit } };
  }

  #report(severity: ObjectProblem['severity'], problem: FieldProblem): void {
    const name = nameIn(problem);
    const origin = this.origins.get(name) ?? this.origins.get(name.replace(/\..*/, ''));
    const place =
      origin === undefined
        ? { path: this.#habits.elementOf(name) }
        : { path: origin.path, value: shown(origin.text) };
    this.problems.push(objectProblem(severity, { ...place, ...this.#because(severity, problem) }));
  }
}

/** The optional parts of an address. */
const OPTIONAL_PARTS = ['region', 'country', 'street', 'streetNumber'];
