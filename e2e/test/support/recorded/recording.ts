import { readFile, writeFile } from 'node:fs/promises';
import { checkBy } from '../documented-answers.ts';
import { lastingText } from './lasting.ts';

/** What the system has answered to the pages of some accounts. */
export interface RecordedAnswer {
  /** The page on which each account has asked first. */
  of: Record<string, string>;
  /** The method, the path and the query. */
  request: string;
  status: number;
  mediaType: string;
  /** Of JSON; other contents are not kept. */
  body?: unknown;
}

/** What the pages of all accounts have asked for, and what people see on them. */
export interface Recording<Examples = unknown> {
  /** The clock of the browser. */
  at: string;
  /** The content security policy of the pages. */
  policy: string;
  /** Ids of what the pages are opened with. */
  examples: Examples;
  answers: RecordedAnswer[];
}

/** In the place of the nonce, which differs in each answer. */
export const NONCE = 'recorded';
/** Begins the request of a session that nobody has begun. */
export const SIGNED_OUT = 'signed out: ';
/** What to do about a recording that the pages or the contract no longer fit. */
export const RECORD_AGAIN =
  'record the answers again: npx nx run-many -t build, then UPDATE_SNAPSHOTS=true npx vitest run e2e/test/dashboard-pages e2e/test/operator-pages';
/** No part of the API. */
export const SESSION = /^\/(?:dashboard|operator)\/session$/;
/** The end of its requests. */
export const OF_SESSION = / \/(?:dashboard|operator)\/session$/;

const fileOf = (name: string) => new URL(`../../../recordings/${name}.json`, import.meta.url);
const reference = (name: string) =>
  new URL(`../../../../apps/api-gateway/reference/${name}.json`, import.meta.url);
const readJson = async (file: URL): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

export const readRecording = async <Examples>(name: string): Promise<Recording<Examples>> =>
  (await readJson(fileOf(name))) as Recording<Examples>;

/** How the answers of a recording differ from what the API documents today. */
export async function differencesIn({ answers }: Pick<Recording, 'answers'>): Promise<string[]> {
  const documents = await Promise.all(
    ['openapi', 'openapi-operator'].map((name) => readJson(reference(name))),
  );
  const check = checkBy(documents as object[]);
  return answers.flatMap(({ request, status, mediaType, body }) => {
    const [method = '', address = ''] = request.replace(SIGNED_OUT, '').split(' ');
    const { pathname: path } = new URL(address, 'http://localhost');
    return SESSION.test(path) ? [] : (check({ method, path, status, mediaType, body }) ?? []);
  });
}

const idsOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('id' in value) return { id: value.id };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, idsOf(inner)]));
};

/** Rows of a page of a list that are kept: more than a window shows. */
const KEPT_ROWS = 25;

/** The same answer without the rows that nobody sees. */
function shortened(answer: RecordedAnswer): RecordedAnswer {
  const { request, body } = answer;
  const isLong = request.includes('limit=100') && typeof body === 'object' && body !== null && 'data' in body;
  if (!isLong || !Array.isArray(body.data) || body.data.length <= KEPT_ROWS) return answer;
  return { ...answer, body: { ...body, hasMore: false, data: body.data.slice(0, KEPT_ROWS) } };
}

const byRequest = (one: RecordedAnswer, other: RecordedAnswer) => (one.request < other.request ? -1 : 1);

/** Answers that are the same for several accounts are one. */
function merged(answers: readonly RecordedAnswer[]): RecordedAnswer[] {
  const known = new Map<string, RecordedAnswer>();
  for (const { of, ...answer } of answers) {
    const key = JSON.stringify(answer);
    known.set(key, { ...answer, of: { ...known.get(key)?.of, ...of } });
  }
  return [...known.values()].toSorted(byRequest);
}

/** Writes one answer a line, so that a difference shows which answer has changed. @throws Error about answers that are not as documented */
export async function writeRecording(name: string, made: Recording): Promise<void> {
  const differences = await differencesIn(made);
  if (differences.length > 0) throw new Error(differences.join('\n'));
  // The order is not that of arrival: names depend on it.
  const sorted = made.answers.map(shortened).toSorted(byRequest);
  const text = JSON.stringify({ ...made, examples: idsOf(made.examples), answers: sorted });
  const { answers, ...rest } = JSON.parse(lastingText(text, made.at)) as Recording;
  const head = JSON.stringify(rest).slice(0, -1);
  const lines = merged(answers)
    .map((answer) => JSON.stringify(answer))
    .join(',\n');
  await writeFile(fileOf(name), `${head},"answers":[\n${lines}\n]}\n`);
}
