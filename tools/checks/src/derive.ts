import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { servicesModule } from '@estate/manifests/services-module';
import { formatted } from './formatted.ts';

const problems: string[] = [];
/** Files that the formatter does not support. */
const UNFORMATTED = /\.(?:conf|bru|php|py)$/;

/** Writes a generated file, or notes that it is out of date. */
async function generate(path: string, text: string): Promise<void> {
  const made = UNFORMATTED.test(path) ? text : await formatted(path, text);
  if (existsSync(path) && readFileSync(path, 'utf8') === made) return;
  if (process.argv.includes('--write')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
  } else problems.push(`${path} is not what the sources say; write it again with: npx nx derive`);
}

await generate('tools/manifests/src/services.ts', servicesModule());
// The files that are derived from the manifests are loaded after the list of the services was written.
const { derivedFiles, manifestProblems } = await import('./derived.ts');
problems.push(...manifestProblems);
const files = await derivedFiles();
for (const { path, text } of files) await generate(path, text);

process.stdout.write(
  problems.length === 0
    ? `the manifests fit together, and ${String(files.length + 1)} files are what they say\n`
    : `manifests:\n${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
