import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatted } from './formatted.ts';
import { messageRows } from './message-map-rows.ts';
import { mapDocument, mapProblems } from './message-map-table.ts';

const FILE = 'docs/message-map.md';
const AGAIN = 'npx node tools/checks/src/message-map.ts --write';

const rows = messageRows();
const problems = mapProblems(rows);
const made = await formatted(FILE, mapDocument(rows));
if (process.argv.includes('--write')) writeFileSync(FILE, made);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== made) {
  problems.push(`${FILE} is not what the sources say; write it again with: ${AGAIN}`);
}
process.stdout.write(
  problems.length === 0
    ? `the message map holds (${String(rows.length)} contracts)\n`
    : `message map:\n${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
