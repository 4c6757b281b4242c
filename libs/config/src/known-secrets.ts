/** The modes (`NODE_ENV`) in which a secret may be a well-known one. */
const DEVELOPMENT = new Set(['development', 'test']);

const TOKEN_HINT = "generate one: node -p \"require('crypto').randomBytes(24).toString('base64url')\"";
const KEY_HINT = "generate one: node -p \"'k1:' + require('crypto').randomBytes(32).toString('base64')\"";

/** The instructions for making a value that was refused, by the name of its variable. */
export const HINTS: Readonly<Record<string, string>> = { OPERATOR_TOKEN: TOKEN_HINT, VAULT_KEYS: KEY_HINT };

const RULES: Readonly<Record<string, (value: string) => string | undefined>> = {
  OPERATOR_TOKEN: (token) =>
    isKnown(token) ? `is a publicly known value and not secure; ${TOKEN_HINT}` : undefined,
  VAULT_KEYS: (keys) =>
    keys.split(',').some(isWeakKey) ? `contains a key that can be guessed; ${KEY_HINT}` : undefined,
  NATS_URL: addressProblem,
  MONGODB_URI: addressProblem,
};

/** The problems of an environment's secrets outside development: the name and a sentence for each, never a value. */
export function knownSecrets(environment: NodeJS.ProcessEnv, names: readonly string[]): [string, string][] {
  // Tests pass their own environments, in a process whose mode is known.
  if (DEVELOPMENT.has(environment['NODE_ENV'] ?? process.env['NODE_ENV'] ?? '')) return [];
  return names.flatMap((name): [string, string][] => {
    const value = environment[name];
    const problem = value === undefined ? undefined : RULES[name]?.(value);
    return problem === undefined ? [] : [[name, problem]];
  });
}

/** Placeholders. Digits and short words count only as whole words: random text may contain them. */
const PLACEHOLDER =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|this)|place-?holder|example|default|insecure|passwor[dt]|secret|letmein|qwerty|^\D*12345\d*$|dummy|sample|\byour\b|\btodo\b|<[^<>]*>/i;
const NAMES = new Set([
  '',
  'root',
  'admin',
  'operator',
  'estate',
  'guest',
  'nats',
  'mongo',
  'mongodb',
  'test',
  'dev',
]);
const DISTINCT_CHARACTERS_MIN = 5;

/** True for a text from an example, a name, or a repeated pattern. */
const isKnown = (text: string): boolean =>
  PLACEHOLDER.test(text) || NAMES.has(text.toLowerCase()) || new Set(text).size < DISTINCT_CHARACTERS_MIN;

const KEY_BYTES = 32;
const DISTINCT_BYTES_MIN = 16;

/** True for zeros, a pattern, or words, which random bytes never are. A key of a wrong form is refused where it is parsed. */
function isWeakKey(entry: string): boolean {
  const bytes = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
  if (bytes.length !== KEY_BYTES) return false;
  const steps = new Set(bytes.map((byte, index) => (byte - (bytes[index - 1] ?? byte) + 256) % 256));
  const readable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return new Set(bytes).size < DISTINCT_BYTES_MIN || steps.size <= 2 || readable;
}

const ADDRESS = /^[a-z+]+:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]+)(.*)$/s;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** The problem of an address without a user and a password, which brokers and databases in a network require. */
function addressProblem(address: string): string | undefined {
  const [, user, password, hosts = '', rest = ''] = ADDRESS.exec(address) ?? [];
  if (password !== undefined && isKnown(decodeURIComponent(password))) {
    return 'has a publicly known password; set another one for its user';
  }
  const isLocal = hosts.split(',').every((host) => LOOPBACK.test(host));
  const byCertificate = /[?&]authMechanism=/i.test(rest);
  if (isLocal || byCertificate || (user !== undefined && password !== undefined)) return undefined;
  return 'has neither user nor password; the form is scheme://user:password@host';
}
