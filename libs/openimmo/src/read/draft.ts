import { FIELDS, FIELDS_OF, problemsOf, readFields } from '@estate/contracts';
import type { AnyFields, FieldName, FieldProblem, PropertyType } from '@estate/contracts';
import type { Found } from './found.ts';
import { longestTexts } from './longest-texts.ts';
import { objectProblem, shown } from './object-problem.ts';
import type { Because, ObjectProblem } from './object-problem.ts';
import { hasMarkup, plainText } from './plain-text.ts';
import { flagIn, numberIn } from './values.ts';

type EnergySource = NonNullable<AnyFields['residentialEnergyCertificate']>['energySource'];

type Kind = 'text' | 'number' | 'flag';
const KINDS: Readonly<Record<string, Kind>> = { string: 'text', number: 'number', boolean: 'flag' };

/** How the text of a field is read, which its example says. */
const kindOf = (field: FieldName): Kind | undefined => KINDS[typeof FIELDS[field].example];

interface Checked {
  safeParse(value: unknown): { error?: Parameters<typeof problemsOf>[0] | undefined };
}

type Part = `address.${'street' | 'streetNumber' | 'postalCode' | 'city' | 'region' | 'country' | 'publish'}`;

/** The fields of a property while they are read, each checked by the rules of its type. */
export class Draft {
  readonly type: PropertyType;
  readonly problems: ObjectProblem[] = [];
  /** The ways of firing of the object, which its energy certificate may name. */
  readonly fired = new Map<EnergySource, Found>();
  readonly #fields = new Map<string, unknown>();
  readonly #address = new Map<string, unknown>();
  readonly #origins = new Map<string, Found>();
  readonly #shape: Readonly<Partial<Record<string, Checked>>>;

  constructor(type: PropertyType) {
    this.type = type;
    this.#shape = FIELDS_OF[type].shape;
  }

  /** Whether properties of the type have the field. */
  has(field: FieldName): boolean {
    return this.#shape[field] !== undefined;
  }

  get<F extends FieldName>(field: F): AnyFields[F] | undefined {
    return this.#fields.get(field) as AnyFields[F] | undefined;
  }

  /** Reads a value as the field has it. */
  read(field: FieldName, found: Found): void {
    const kind = kindOf(field);
    if (!this.has(field)) return;
    if (kind === 'number') this.set(field, found, numberIn(found.text));
    else if (kind === 'flag') this.set(field, found, flagIn(found.text));
    else if (this.get(field) === undefined) this.set(field, found, this.textOf(field, found));
  }

  /** The text for a field or a part of the address: without markup, and no longer than it may be. */
  textOf(path: FieldName | Part, found: Found): string {
    const text = plainText(found.text);
    const longest = longestTexts(this.type).get(path) ?? Infinity;
    if (hasMarkup(found.text)) {
      this.warn(found, { reason: 'markup_removed' });
    }
    if (text.length <= longest) return text;
    this.warn(found, { reason: 'text_cut', parameters: { limit: longest } });
    return text
      .slice(0, longest)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd();
  }

  /** Sets a field unless it is set already; a value that the field does not take is a problem, and left out. */
  set(field: FieldName, found: Found, value: unknown): void {
    if (!this.has(field)) return;
    const known = this.get(field);
    // The same again says nothing new; another value stays unmapped.
    if (known !== undefined && known === value) found.claim();
    if (known !== undefined) return;
    if (value === undefined) {
      this.warn(found, { reason: `${kindOf(field) ?? 'text'}_expected` });
    } else this.#setNew(field, found, value);
  }

  #setNew(field: FieldName, found: Found, value: unknown): void {
    const broken = this.#brokenRule(field, value);
    // Software writes zero for what is not filled in.
    if (broken !== undefined && value === 0) return;
    found.claim();
    if (broken === undefined) {
      this.#fields.set(field, value);
      this.#origins.set(field, found);
    } else this.warn(found, this.#because('warning', broken));
  }

  setPart(path: Part, found: Found, value: unknown): void {
    const part = path.replace(/^.*\./, '');
    if (this.#address.has(part)) return;
    found.claim();
    this.#address.set(part, value);
    this.#origins.set(path, found);
  }

  /** Whether there is no property of the type without the field. */
  requires(field: FieldName): boolean {
    return this.#brokenRule(field, undefined) !== undefined;
  }

  /** Sets a field that no single value says. */
  assume(field: FieldName, value: unknown): void {
    if (value !== undefined && this.has(field) && !this.#fields.has(field)) this.#fields.set(field, value);
  }

  warn(found: Found, because: Because): void {
    found.claim();
    this.problems.push(objectProblem('warning', { path: found.path, value: shown(found.text), ...because }));
  }

  /** The fields by the rules of the type, without those that break one; undefined when a required one is missing. */
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

  /** The format counts an address as released unless it says otherwise. */
  #given(): Record<string, unknown> {
    const address = { publish: true, ...Object.fromEntries(this.#address) };
    return { ...Object.fromEntries(this.#fields), address };
  }

  /** Leaves out what is wrong; what is required cannot be left out. */
  #drop(problem: FieldProblem): boolean {
    const [field = '', part = ''] = nameIn(problem).split('.');
    const isOptional =
      field === 'address' ? OPTIONAL_PARTS.includes(part) : this.#brokenRule(field, undefined) === undefined;
    const isDropped =
      isOptional && (field === 'address' ? this.#address : this.#fields).delete(part || field);
    if (isDropped) this.#report('warning', problem);
    return isDropped;
  }

  /** The first rule of the field that the value breaks. */
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
    const origin = this.#origins.get(name) ?? this.#origins.get(name.replace(/\..*/, ''));
    const place = origin === undefined ? { path: '' } : { path: origin.path, value: shown(origin.text) };
    this.problems.push(objectProblem(severity, { ...place, ...this.#because(severity, problem) }));
  }
}

/** The limit that a value is below or above. */
function limitIn({ code, message }: FieldProblem): number | undefined {
  if (code !== 'too-small' && code !== 'too-big') return undefined;
  const [, limit] = /be at (?:least|most) (-?\d+(?:\.\d+)?)$/.exec(message) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

const nameIn = ({ path }: FieldProblem): string => path.replace(/^fields\./, '');
/** Parts of an address that may be missing. */
const OPTIONAL_PARTS = ['region', 'country'];
