import { isIP } from 'node:net';
import { ruleAgainst } from './address-rules.ts';
import { AddressForbidden, ResolutionFailed } from './errors.ts';
import { bareHost, ruleAgainstName } from './host-names.ts';
import type { EgressPolicy } from './policy.ts';
import { resolveVetted } from './resolve-host.ts';

export interface UrlRefusal {
  ok: false;
  code: 'url_invalid' | 'scheme_forbidden' | 'address_forbidden' | 'credentials_in_url';
  message: string;
}

export type UrlVerdict = { ok: true; url: URL } | UrlRefusal;

const BLANK_OR_CONTROL = /[\s\p{Cc}]/u;

/** Checks the text of a URL: scheme, user info, port, IP literals in every spelling, local names. */
export function checkUrl(text: string, policy: EgressPolicy): UrlVerdict {
  const url = parseUrl(text);
  if (url === undefined) {
    return refusal('url_invalid', 'The URL is incomplete.');
  }
  if (!schemes(policy).includes(url.protocol)) {
    return refusal('scheme_forbidden', `The URL must begin with ${schemes(policy).join('// or ')}//.`);
  }
  if (url.username !== '' || url.password !== '') {
    return refusal('credentials_in_url', 'The URL must not contain a user name or a password.');
  }
  if (url.port !== '' && !mayCallPort(Number(url.port))) {
    return refusal('address_forbidden', `The port ${url.port} is not allowed.`);
  }
  const rule = ruleAgainstHost(bareHost(url.hostname), policy);
  return rule === undefined ? { ok: true, url } : refusal('address_forbidden', forbiddenMessage(rule));
}

/** Checks the text of a URL and every current address of its name; a name that does not resolve now is not refused. */
export async function checkUrlResolved(text: string, policy: EgressPolicy): Promise<UrlVerdict> {
  const verdict = checkUrl(text, policy);
  if (!verdict.ok) {
    return verdict;
  }
  try {
    await resolveVetted(bareHost(verdict.url.hostname), policy);
    return verdict;
  } catch (error) {
    if (error instanceof ResolutionFailed) {
      return verdict;
    }
    if (error instanceof AddressForbidden) {
      return refusal('address_forbidden', forbiddenMessage(error.rule));
    }
    throw error;
  }
}

/** The URL, or AddressForbidden: for the moment of dialling, when a refusal ends the exchange. */
export function requireAllowed(text: string, policy: EgressPolicy): URL {
  const verdict = checkUrl(text, policy);
  if (verdict.ok) {
    return verdict.url;
  }
  const url = parseUrl(text);
  const host = url === undefined ? '' : bareHost(url.hostname);
  const rule = ruleAgainstHost(host, policy);
  throw new AddressForbidden(verdict.code === 'address_forbidden' ? (rule ?? 'port') : verdict.code, host);
}

function parseUrl(text: string): URL | undefined {
  // The parser would silently drop tabs and line breaks, so that the stored text would differ from the called URL.
  return BLANK_OR_CONTROL.test(text) || !URL.canParse(text) ? undefined : new URL(text);
}

const schemes = ({ allowHttp }: EgressPolicy): string[] => (allowHttp ? ['https:', 'http:'] : ['https:']);

const ruleAgainstHost = (host: string, policy: EgressPolicy): string | undefined =>
  isIP(host) ? ruleAgainst(host, policy) : ruleAgainstName(host, policy);

const forbiddenMessage = (rule: string): string => `The host of the URL is not allowed (${rule}).`;

const refusal = (code: UrlRefusal['code'], message: string): UrlRefusal => ({ ok: false, code, message });

const WEB_PORTS = new Set([80, 443]);
const FIRST_UNPRIVILEGED = 1024;

/** The unprivileged ports that browsers refuse too: other protocols that a request can be mistaken for. */
const FOREIGN_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** True for 80, 443 and every port from 1024 on that no other protocol is known by. */
function mayCallPort(port: number): boolean {
  return WEB_PORTS.has(port) || (port >= FIRST_UNPRIVILEGED && !FOREIGN_PORTS.has(port));
}
