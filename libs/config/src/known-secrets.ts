/** In these modes (`NODE_ENV`) a secret may be one that everybody knows. */
const DEVELOPMENT = new Set(['development', 'test']);

const TOKEN_HINT = "generate one: node -p \"require('crypto').randomBytes(24).toString('base64url')\"";
const KEY_HINT = "generate one: node -p \"'k1:' + require('crypto').randomBytes(32).toString('base64')\"";

/** How to make a value that a start refused, by the name of its variable. */
export const HINTS: Readonly<Record<string, string>> = { OPERATOR_TOKEN: TOKEN_HINT, VAULT_KEYS: KEY_HINT };

const RULES: Readonly<Record<string, (value: string) => string | undefined>> = {
  OPERATOR_TOKEN: (token) =>
    isKnown(token) ? `is a publicly known value and not secure; ${TOKEN_HINT}` : undefined,
  VAULT_KEYS: (keys) =>
    keys.split(',').some(isWeakKey) ? `contains a key that can be guessed; ${KEY_HINT}` : undefined,
  NATS_URL: addressProblem,
  MONGODB_URI: addressProblem,
};

/** What is wrong with the secrets of an environment outside development: each name with a sentence, never a value. */
export function knownSecrets(environment: NodeJS.ProcessEnv, names: readonly string[]): [string, string][] {
  // Tests give environments of their own and run in a process that says what it is.
  if (DEVELOPMENT.has(environment['NODE_ENV'] ?? process.env['NODE_ENV'] ?? '')) return [];
  return names.flatMap((name): [string, string][] => {
    const value = environment[name];
    const problem = value === undefined ? undefined : RULES[name]?.(value);
    return problem === undefined ? [] : [[name, problem]];
  });
}

/** Digits and short words count only where they stand alone: random text may contain them. */
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

/** From an example, a name, or a few characters over and over. */
const isKnown = (text: string): boolean =>
  PLACEHOLDER.test(text) || NAMES.has(text.toLowerCase()) || new Set(text).size < DISTINCT_CHARACTERS_MIN;

const KEY_BYTES = 32;
const DISTINCT_BYTES_MIN = 16;

/** Zeros, a pattern, or words: what random bytes never are. A key of a wrong form is refused where it is read. */
function isWeakKey(entry: string): boolean {
  const bytes = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
  if (bytes.length !== KEY_BYTES) return false;
  const steps = new Set(bytes.map((byte, index) => (byte - (bytes[index - 1] ?? byte) + 256) % 256));
  const readable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return new Set(bytes).size < DISTINCT_BYTES_MIN || steps.size <= 2 || readable;
}

const ADDRESS = /^[a-z+]+:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]+)(.*)$/s;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Brokers and databases that are reached over a network require a user and a password. */
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
