/** Thrown for a response of the API that is not a success. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`${String(status)}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  delete<T>(path: string): Promise<T>;
}

/**
 * A client of the public API with a key, or with the operator's token; `send` may replace `fetch`. @throws ApiRefusal for anything but a
 * 2xx
 */
export function apiClient(
  baseUrl: string,
  key: string,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): ApiClient {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new ApiRefusal(response.status, answer);
    return answer;
  };
  return {
    get: async <T>(path: string) => (await call('GET', path)) as T,
    post: async <T>(path: string, body: unknown) => (await call('POST', path, body)) as T,
    put: async <T>(path: string, body: unknown) => (await call('PUT', path, body)) as T,
    delete: async <T>(path: string) => (await call('DELETE', path)) as T,
  };
}
