import { documentedAnswers } from '@estate/testing';
import type { ApiAnswer } from '@estate/testing';

type Check = (answer: ApiAnswer) => string | undefined;

/** What is served beside the API: its documents, its reference page and the dashboard. */
const BESIDE_THE_API = /^\/(openapi\.json|openapi\/|docs|dashboard)/;

const checks = new Map<string, Promise<Check>>();

/** `fetch` for the API: an answer that differs from the document that the same service publishes is an error. */
export async function documentedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname } = new URL(address);
  const response = await fetch(address, init);
  if (BESIDE_THE_API.test(pathname)) return response;
  const text = await response.clone().text();
  const mediaType = response.headers.get('content-type');
  const isJson = text !== '' && mediaType?.startsWith('application/json') === true;
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  const check = await checkOf(origin);
  const difference = check({
    method: init.method ?? 'GET',
    path: pathname,
    status: response.status,
    mediaType,
    body,
  });
  if (difference !== undefined) throw new Error(`not as documented: ${difference}\n${text.slice(0, 2000)}`);
  return response;
}

/** Asked for once a service; a service that is unavailable then is asked again at the next answer. */
function checkOf(origin: string): Promise<Check> {
  const known = checks.get(origin);
  if (known) return known;
  const loading = loadedChecks(origin);
  checks.set(origin, loading);
  loading.catch(() => checks.delete(origin));
  return loading;
}

async function loadedChecks(origin: string): Promise<Check> {
  const documents = ['/openapi.json', '/openapi/operator.json'].map(async (path) => {
    const answer = await fetch(`${origin}${path}`);
    return (await answer.json()) as object;
  });
  return checkBy(await Promise.all(documents));
}

const OPERATORS = /^\/(admin|operator)\//;

/** Compares answers with the documents of customers and of operators. */
export function checkBy(documents: readonly object[]): Check {
  const [customers, operators] = documents.map(documentedAnswers);
  return (answer) => (OPERATORS.test(answer.path) ? operators : customers)?.(answer);
}
