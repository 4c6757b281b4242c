import type { HttpHead } from '@estate/http';

interface Cookie {
  name: string;
  value: string;
  /** The age in seconds; 0 removes it. */
  maxAgeSeconds: number;
  /** `Lax`: also sent if another site links or redirects here. */
  sameSite: 'Strict' | 'Lax';
}

/** The name with a prefix that browsers accept only from the host itself, over https. */
const secureName = (name: string): string => `__Host-${name}`;

/** The `set-cookie` for a cookie that scripts and other sites cannot read. */
export function setCookie(cookie: Cookie, head: HttpHead, publicUrl: string | undefined): string {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  const secure = isSecure(head, publicUrl);
  const attributes = ['Path=/', `Max-Age=${String(maxAgeSeconds)}`, 'HttpOnly', `SameSite=${sameSite}`];
  const pair = `${secure ? secureName(name) : name}=${value}`;
  return [pair, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
}

export function readCookie({ headers }: HttpHead, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const named = (one: string) => pairs.find((pair) => pair.startsWith(`${one}=`))?.slice(one.length + 1);
  return named(secureName(name)) ?? named(name);
}

/** True if the page was loaded over https, according to its origin, a proxy, or the public address. */
function isSecure({ headers }: HttpHead, publicUrl: string | undefined): boolean {
  const said = [headers.origin, publicUrl].some((url) => url?.startsWith('https:'));
  return said || headers['x-forwarded-proto'] === 'https';
}
