import { CommandError, UsageError } from './errors.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 30_000;

/** The operator's part of the API. */
export interface OperatorApi {
  get<T>(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  delete<T>(path: string, headers?: Readonly<Record<string, string>>): Promise<T>;
  /** The time of the gateway's clock, to the second. */
  clock(): Promise<Date>;
}

/** Calls the API with the operator's token. Errors are thrown with a message in words. */
export function operatorApi({ apiUrl, operatorToken }: Settings): OperatorApi {
  const call = async (
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> => {
    if (operatorToken === undefined) {
      throw new UsageError('Set OPERATOR_TOKEN to the operator token or an operator key.');
    }
    const response = await answered(apiUrl, path, {
      method,
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw await refusal(response, path);
    return response;
  };
  return {
    get: async <T>(path: string, query: Readonly<Record<string, string | undefined>> = {}) => {
      const given = Object.entries(query).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
      return (await (await call('GET', path + search)).json()) as T;
    },
    post: async <T>(path: string, body: unknown = {}) =>
      (await (await call('POST', path, { body })).json()) as T,
    put: async <T>(path: string, body: unknown) => (await (await call('PUT', path, { body })).json()) as T,
    delete: async <T>(path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await (await call('DELETE', path, { headers })).json()) as T,
    clock: async () => new Date((await call('GET', '/admin/accounts?limit=1')).headers.get('date') ?? ''),
  };
}

async function answered(apiUrl: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(apiUrl + path, init);
  } catch (error) {
    throw new CommandError(
      `No response from ${apiUrl} (${reasonOf(error)}). Check that the api-gateway runs and that REK_URL (or --url) is its URL.`,
      { cause: error },
    );
  }
}

async function refusal(response: Response, path: string): Promise<CommandError> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  const said = body.message ?? response.statusText;
  if (response.status === 401) {
    return new CommandError(`${said} Check OPERATOR_TOKEN.`);
  }
  if (response.status === 503) return new CommandError(`${said} To find the cause: rek doctor`);
  return new CommandError(`${path.split('?')[0] ?? path}: ${said} (${String(response.status)})`);
}

/** The reason of a failed `fetch`, in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
