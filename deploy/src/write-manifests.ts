// Writes what `kubectl apply --kustomize` and Argo CD take, from a values file.
//   npm run manifests -- --values my.yaml --directory my-manifests
import { parseArgs } from 'node:util';
import { writeManifests } from './kubernetes/write.ts';

const { values: options } = parseArgs({
  options: { values: { type: 'string' }, directory: { type: 'string', default: 'manifests' } },
});

if (options.values === undefined) {
  process.stderr.write('usage: npm run manifests -- --values FILE [--directory DIRECTORY]\n');
  process.exitCode = 2;
} else {
  try {
    const count = await writeManifests(options.values, options.directory);
    process.stdout.write(`${String(count)} files are in ${options.directory}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
