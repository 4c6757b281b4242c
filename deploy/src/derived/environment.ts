import { inCapitals, manifests } from '@estate/manifests';
import type { Deployed } from './deployed.ts';

/** The variable for the address of a service's internal port. */
const internalUrlName = (service: string): string => `${inCapitals(service)}_INTERNAL_URL`;

/** The services whose internal port a service calls. */
export const calledBy = ({ reads }: Pick<Deployed, 'reads'>) =>
  manifests.filter(({ name }) => reads(internalUrlName(name)));

/** The addresses of the services that a service calls. */
export const addressesOf = (service: Deployed): Record<string, string> =>
  Object.fromEntries(
    calledBy(service).map(({ name, ports }) => [
      internalUrlName(name),
      `http://${name}:${String(ports.internal)}`,
    ]),
  );

/** The ports of data connections of the FTP server; they are the same inside and outside. */
export const PASSIVE_PORTS = { first: 30_000, last: 30_049 } as const;
/** All of these ports with their names. */
export const dataPorts = Array.from({ length: PASSIVE_PORTS.last - PASSIVE_PORTS.first + 1 }, (_, index) => {
  const port = PASSIVE_PORTS.first + index;
  return { name: `data-${String(port)}`, port };
});

export const rangeOf = ({ first, last }: { first: number; last: number }): string =>
  `${String(first)}-${String(last)}`;

/** The ports that a service listens on, by their variables. */
export const listened = ({ manifest: { ports } }: Deployed): Record<string, string> => ({
  ...(ports.http !== undefined && { PORT: String(ports.http) }),
  ...(ports.smtp !== undefined && { SMTP_PORT: String(ports.smtp) }),
  ...(ports.ftp !== undefined && { FTP_PORT: String(ports.ftp) }),
});

interface FtpEncryption {
  /** The directory of the certificate and its key. */
  directory: string | undefined;
  /** True if the server may run without them. */
  isPlainAllowed: boolean;
}

/** The settings of the FTP server for TLS; without a certificate or permission it refuses to start. */
export const ftpEncryption = ({ directory, isPlainAllowed }: FtpEncryption): Record<string, string> => ({
  ...(directory !== undefined && {
    FTP_CERTIFICATE_FILE: `${directory}/tls.crt`,
    FTP_KEY_FILE: `${directory}/tls.key`,
  }),
  ...(isPlainAllowed && { FTP_ALLOW_PLAIN: 'true' }),
});

/** Compose publishes ports to its own machine only. */
const COMPOSE_FTP = {
  ...ftpEncryption({ directory: undefined, isPlainAllowed: true }),
  FTP_PASSIVE_PORTS: rangeOf(PASSIVE_PORTS),
};

/** The environment of a container in docker-compose.yml: of the values there, those that it reads. Secrets are in a file. */
export function composeEnvironment(
  service: Deployed,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const ports = { INTERNAL_PORT: String(service.manifest.ports.internal), ...listened(service) };
  const all = Object.entries({ ...values, ...COMPOSE_FTP, ...ports, ...addressesOf(service) });
  const read = [...all.filter(([name]) => service.reads(name)), ['NODE_ENV', 'production'] as const];
  return Object.fromEntries(read.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
