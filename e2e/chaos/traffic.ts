import type { Stack } from '@estate/stack';
import { contactInput, propertyInput } from '../test/support/data.ts';
import type { Customer } from './api.ts';
import type { Journal } from './journal.ts';
import { oneOf } from './random.ts';

/** A reply of the mail server that refuses an email, as its client quotes it. */
const REFUSAL = /\b[45]\d\d\b/;

const WORKERS = 4;

/** A property as its customer wants it, and on which targets. */
export interface Wanted {
  id: string;
  externalId: string;
  title: string;
  /** Target → listing. */
  listings: Map<string, string>;
}

/** A target, and under which name its platform shows the objects of the account. */
export interface TargetOfUser {
  id: string;
  emailId: string;
  shownAs: string;
}

export interface Traffic {
  /** What the customer wants at the end. */
  properties: Wanted[];
  /** The ids of the contacts that the customer wants at the end. */
  contacts: string[];
  calls: number;
  duplicates: number;
  /** Emails that the mail server has accepted, and those whose sender got no reply. */
  mails: number;
  unansweredMails: number;
}

export interface TrafficPlan {
  stack: Stack;
  customer: Customer;
  journal: Journal;
  targets: readonly TargetOfUser[];
  random: () => number;
  signal: AbortSignal;
}

/** Several people work until it is aborted, each on properties of their own, so that the last state of each is known. */
export async function makeTraffic(plan: TrafficPlan): Promise<Traffic> {
  const { body } = await plan.customer.call({
    method: 'POST',
    path: '/contacts',
    body: contactInput,
    once: 'the-contact',
  });
  const workers = Array.from({ length: WORKERS }, (_, index) => new Person(plan, index, String(body['id'])));
  await Promise.all(workers.map((worker) => worker.work()));
  const sum = (of: (person: Person) => number) => workers.reduce((total, one) => total + of(one), 0);
  return {
    properties: workers.flatMap((one) => one.properties),
    contacts: [String(body['id']), ...workers.flatMap((one) => one.contacts)],
    calls: sum((one) => one.calls),
    duplicates: sum((one) => one.duplicates),
    mails: sum((one) => one.mails),
    unansweredMails: sum((one) => one.unansweredMails),
  };
}

class Person {
  readonly properties: Wanted[] = [];
  readonly contacts: string[] = [];
  calls = 0;
  duplicates = 0;
  mails = 0;
  unansweredMails = 0;
  readonly #plan: TrafficPlan;
  readonly #name: string;
  readonly #contactId: string;
  #count = 0;

  constructor(plan: TrafficPlan, index: number, contactId: string) {
    this.#plan = plan;
    this.#name = `W${String(index)}`;
    this.#contactId = contactId;
  }

  async work(): Promise<void> {
    const { random, signal } = this.#plan;
    const steps = [
      ...[() => this.#create(), () => this.#create(), () => this.#update(), () => this.#update()],
      ...[() => this.#list(), () => this.#list(), () => this.#list(), () => this.#unlist()],
      ...[() => this.#remove(), () => this.#changeContact(), () => this.#sendMail(), () => this.#sendMail()],
      ...[() => this.#createContact(), () => this.#removeContact()],
    ];
    while (!signal.aborted) await oneOf(random, steps)();
  }

  #next(): string {
    this.#count += 1;
    return `${this.#name}-${String(this.#count)}`;
  }

  async #call(method: string, path: string, body?: unknown, once?: string) {
    this.calls += 1;
    return this.#plan.customer.call({
      ...{ method, path },
      ...(body !== undefined && { body }),
      ...(once !== undefined && { once }),
    });
  }

  #any(): Wanted | undefined {
    return this.properties.length === 0 ? undefined : oneOf(this.#plan.random, this.properties);
  }

  /** Sometimes sends it twice at once, as a customer whose connection was lost does; returns the only id. */
  async #post(path: string, body: unknown, once: string): Promise<string> {
    const post = () => this.#call('POST', path, body, once);
    const isTwice = this.#plan.random() < 0.3;
    const answers = await Promise.all(isTwice ? [post(), post()] : [post()]);
    if (isTwice) this.duplicates += 1;
    const [id, ...others] = new Set(answers.map((answer) => String(answer.body['id'])));
    if (id === undefined || others.length > 0 || answers.some(({ status }) => status !== 201))
      throw new Error(`${path} ${once} was answered with ${JSON.stringify(answers)}`);
    return id;
  }

  async #create(): Promise<void> {
    const { random, stack } = this.#plan;
    const externalId = this.#next();
    const title = `${externalId} first`;
    const attachments = random() < 0.5 ? [{ url: `${stack.filesUrl}/photos/facade.jpg` }] : [];
    const named = random() < 0.5 && { contactId: this.#contactId };
    const body = propertyInput({ externalId, title, attachments, ...named });
    const id = await this.#post('/properties', body, externalId);
    this.properties.push({ id, externalId, title, listings: new Map() });
  }

  async #update(): Promise<void> {
    const property = this.#any();
    if (!property) return;
    const title = `${property.externalId} ${this.#next()}`;
    const { externalId, id } = property;
    await this.#call('PUT', `/properties/${id}`, propertyInput({ externalId, title }));
    property.title = title;
  }

  async #list(): Promise<void> {
    const property = this.#any();
    const target = oneOf(this.#plan.random, this.#plan.targets);
    if (!property || property.listings.has(target.id)) return;
    const body = { propertyId: property.id, targetId: target.id };
    property.listings.set(target.id, await this.#post('/listings', body, this.#next()));
  }

  async #unlist(property = this.#any()): Promise<void> {
    const [first] = property?.listings ?? [];
    if (!property || !first) return;
    await this.#call('DELETE', `/listings/${first[1]}`);
    property.listings.delete(first[0]);
  }

  async #remove(): Promise<void> {
    const property = this.#any();
    if (!property || this.properties.length < 5) return;
    while (property.listings.size > 0) await this.#unlist(property);
    await this.#call('DELETE', `/properties/${property.id}`);
    this.properties.splice(this.properties.indexOf(property), 1);
  }

  async #changeContact(): Promise<void> {
    const body = { ...contactInput, phone: `+49 89 ${String(this.#count)}` };
    await this.#call('PUT', `/contacts/${this.#contactId}`, body);
  }

  async #createContact(): Promise<void> {
    const name = this.#next();
    this.contacts.push(await this.#post('/contacts', { ...contactInput, lastName: name }, name));
  }

  async #removeContact(): Promise<void> {
    const id = this.contacts.shift();
    if (id !== undefined) await this.#call('DELETE', `/contacts/${id}`);
  }

  /** A portal sends an inquiry. If the connection breaks before the reply, the mail server may have accepted it or not. */
  async #sendMail(): Promise<void> {
    const { journal, stack, targets, random } = this.#plan;
    const to = `${oneOf(random, targets).emailId}@${stack.inboxDomain}`;
    const response = await fetch(`${stack.mailDropUrl}/api/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, document: 'windows1252', externalId: this.#next() }),
    }).catch(() => undefined);
    const { answer = '' } = ((await response?.json()) ?? {}) as { answer?: string };
    journal.note('mail', { to, status: response?.status, answer });
    if (response?.status === 201) this.mails += 1;
    else if (!REFUSAL.test(answer)) this.unansweredMails += 1;
  }
}
