// Writes a Helm chart, which `helm package` and `helm push` take.
//   npm run chart -- --version 1.0.0 --directory my-chart
import { parseArgs } from 'node:util';
import { writeChart } from './helm/write.ts';

const { values: options } = parseArgs({
  options: { version: { type: 'string' }, directory: { type: 'string', default: 'chart' } },
});

if (options.version === undefined) {
  process.stderr.write('usage: npm run chart -- --version VERSION [--directory DIRECTORY]\n');
  process.exitCode = 2;
} else {
  const count = await writeChart(options.version, options.directory);
  process.stdout.write(`${String(count)} files are in ${options.directory}\n`);
}
