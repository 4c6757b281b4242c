import { PAGE_HEADER } from '../../src/edge/access/own-page.ts';

/** What a browser was answered with. */
export interface Visited {
  status: number;
  location: string;
  text: string;
  setCookies: string[];
}

/** A browser that follows nothing by itself and keeps its cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();

  async visit(url: string, headers: Record<string, string> = {}): Promise<Visited> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.#cookie(), ...headers },
    });
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) this.#keep(cookie);
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, text: await response.text(), setCookies };
  }

  /** Calls the API as the dashboard does. */
  async call(url: string, method = 'GET', body?: unknown) {
    const headers = { cookie: this.#cookie(), [PAGE_HEADER]: '1', 'content-type': 'application/json' };
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (cookie.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
