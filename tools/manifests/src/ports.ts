import type { ServiceName } from './manifests.ts';

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A port of a service in the settings of a local system: `catalogInternal`, `inboxSmtp`, `importerFtp`. */
export type ServicePort = `${CamelCase<ServiceName>}${'Internal' | 'Smtp' | 'Ftp'}`;

/** The name of a port: `apiGatewayInternal` for `api-gateway` and `internal`. */
export const portName = (service: ServiceName, port: 'internal' | 'smtp' | 'ftp'): ServicePort =>
  `${service}-${port}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as ServicePort;
