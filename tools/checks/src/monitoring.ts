import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatted } from './formatted.ts';
import { generatedFiles } from './monitoring/generated-files.ts';

const AGAIN = 'npx node tools/checks/src/monitoring.ts --write';

const problems: string[] = [];
const files = generatedFiles('.');
for (const { path, text } of files) {
  const made = await formatted(path, text);
  if (process.argv.includes('--write')) writeFileSync(path, made);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== made) {
    problems.push(`${path} is not what the sources say; write it again with: ${AGAIN}`);
  }
}
process.stdout.write(
  problems.length === 0
    ? `what is monitored holds (${String(files.length)} files)\n`
    : `monitoring:\n${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
