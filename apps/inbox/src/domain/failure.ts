import type { ParsingFailureCode, ParsingProblem } from '@estate/contracts';
import { cutText } from './cut.ts';

/** Why an email, or a document in it, is no request; the message is shown to the customer. */
export interface ParsingFailure {
  failureCode: ParsingFailureCode;
  failureMessage: string;
}

/** Everything in an email that did not become a request; code and message are those of the most specific problem. */
export interface MailFailure extends ParsingFailure {
  problems: readonly ParsingProblem[];
}

export const failure = (failureCode: ParsingFailureCode, failureMessage: string): ParsingFailure => ({
  failureCode,
  failureMessage,
});

/** The most specific problem first: that of the part that came closest to a request. */
const BY_PRECEDENCE: readonly ParsingFailureCode[] = [
  'limit_exceeded',
  'no_prospect',
  'xml_not_a_request',
  'xml_malformed',
  'archive_unreadable',
  'too_large',
  'unsupported_format',
  'no_xml_attachment',
];

export const LONGEST_PART = 300;

/** Collects what in an email did not become a request: the first problems one by one, the rest by their code. */
export class Problems {
  readonly #most: number;
  readonly #named: ParsingProblem[] = [];
  readonly #further = new Map<ParsingFailureCode, number>();

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#named.length === 0;
  }

  /** `count` is how many things the problem is about, such as people who were left out. */
  add(why: ParsingFailure, { part, count = 1 }: { part?: string; count?: number } = {}): void {
    if (this.#named.length < this.#most) {
      this.#named.push({ ...why, ...(part !== undefined && { part: cutText(part, LONGEST_PART) }), count });
    } else this.#further.set(why.failureCode, (this.#further.get(why.failureCode) ?? 0) + count);
  }

  /** The failure of an email that has problems and led to this many inquiries. */
  toFailure(inquiries: number): MailFailure {
    const further = [...this.#further].map(([failureCode, count]) => ({
      ...failure(failureCode, 'Further parts of the email have the same problem.'),
      count,
    }));
    return failureOf([...this.#named, ...further], inquiries);
  }
}

/** The failure of an email with these problems, of which there is at least one. */
export function failureOf(problems: readonly ParsingProblem[], inquiries = 0): MailFailure {
  const byPrecedence = (a: ParsingProblem, b: ParsingProblem) =>
    BY_PRECEDENCE.indexOf(a.failureCode) - BY_PRECEDENCE.indexOf(b.failureCode);
  const most = problems.toSorted(byPrecedence)[0];
  if (most === undefined) throw new Error('a failure without a problem');
  const message = [
    ...(inquiries > 0 ? ['Requests were created from the email, but a part of it could not be read.'] : []),
    most.failureMessage,
    ...(problems.length > 1 ? ['See "problems" for all problems.'] : []),
  ];
  return { failureCode: most.failureCode, failureMessage: message.join(' '), problems };
}

/** The failure of an email with one problem. */
export const onlyFailure = (why: ParsingFailure): MailFailure => failureOf([{ ...why, count: 1 }]);
