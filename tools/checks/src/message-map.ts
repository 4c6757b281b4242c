import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@estate/contracts';
import { format, resolveConfig } from 'prettier';
import { scan } from './message-map-scan.ts';
import type { SourceFile } from './message-map-scan.ts';
import { mapDocument, mapProblems, rowsOf } from './message-map-table.ts';
import type { Contract, ContractKind } from './message-map-table.ts';

const FILE = 'docs/message-map.md';
const AGAIN = 'npx tsx tools/checks/src/message-map.ts --write';
const NOT_PRODUCT = /\.(test|suite|fixture)\.ts$|fakes\.ts$|\/test-support\//;

function declared(): Contract[] {
  return Object.entries(contracts as Record<string, unknown>).flatMap(([name, value]) =>
    hasSubject(value)
      ? [{ name, subject: value.subject, kind: value.subject.split('.')[0] as ContractKind }]
      : [],
  );
}

const hasSubject = (value: unknown): value is { subject: string } =>
  typeof value === 'object' && value !== null && 'subject' in value && typeof value.subject === 'string';

function sources(): SourceFile[] {
  return readdirSync('apps').flatMap((app) => {
    const root = join('apps', app, 'src');
    if (!existsSync(root)) return [];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, path))
      .filter((path) => path.endsWith('.ts') && !NOT_PRODUCT.test(path))
      .map((path) => ({ app, path, text: readFileSync(path, 'utf8') }));
  });
}

const rows = rowsOf(declared(), scan(sources()));
const problems = mapProblems(rows);
const made = await format(mapDocument(rows), { ...(await resolveConfig(FILE)), parser: 'markdown' });
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
