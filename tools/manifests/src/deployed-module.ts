import type { ServiceManifest } from '@estate/contracts';
import { OPERATOR } from './broker-users.ts';
import { brokerPasswordName, databasePasswordName } from './users-conf.ts';

const HEAD = `// Generated from the manifests of the services by \`npx nx derive\`; do not edit.
// Secrets are made by plain Node, without any package.`;

/** The module that names the services and their passwords for programs that run without packages. */
export function deployedModule(services: readonly ServiceManifest[]): string {
  const rows = services.map(
    ({ name, database: { sealed } }) =>
      `{ name: '${name}', brokerPassword: '${brokerPasswordName(name)}', databasePassword: '${databasePasswordName(name)}', sealed: ${String(sealed)} }`,
  );
  const operator = `{ name: '${OPERATOR}', brokerPassword: '${brokerPasswordName(OPERATOR)}' }`;
  return `${HEAD}\nexport const SERVICES = [${rows.join(', ')}] as const;\n\nexport const OPERATOR = ${operator} as const;\n`;
}
