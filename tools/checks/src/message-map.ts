import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { servicesModule } from '@estate/manifests/services-module';
import { formatted } from './formatted.ts';

const AGAIN = 'npx node tools/checks/src/message-map.ts --write';
const problems: string[] = [];

/** Writes a generated file, or notes that it is out of date. */
async function generate(path: string, text: string, format = true): Promise<void> {
  const made = format ? await formatted(path, text) : text;
  if (existsSync(path) && readFileSync(path, 'utf8') === made) return;
  if (process.argv.includes('--write')) writeFileSync(path, made);
  else problems.push(`${path} is not what the manifests say; write it again with: ${AGAIN}`);
}

await generate('tools/manifests/src/services.ts', servicesModule());
// What is derived from the manifests is loaded after the list of the services was written.
const { derived } = await import('./derived.ts');
problems.push(...derived.problems);
await generate('docs/message-map.md', derived.messageMap);
await generate('deploy/src/deployed-services.ts', derived.deployedServices);
await generate('deploy/nats/users.conf', derived.brokerUsers, false);

process.stdout.write(
  problems.length === 0 ? 'the manifests fit together\n' : `manifests:\n${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
