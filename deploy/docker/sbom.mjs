// The bill of materials of an image, in the format CycloneDX: every package whose code is in it, at the lockfile's version.
import { Buffer } from 'node:buffer';

const HASHES = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' };

/** @param {string} place a place in node_modules, such as `node_modules/@scope/name` */
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function component(place, { version, license, integrity }) {
  const name = nameOf(place);
  const [algorithm = '', hash = ''] = (integrity ?? '').split('-');
  const content = Buffer.from(hash, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': place,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(content && { hashes: [{ alg: HASHES[algorithm], content }] }),
  };
}

/**
 * @param {{ name: string, version: string, revision: string }} image what the image is
 * @param {Iterable<string>} places places in node_modules
 * @param {Record<string, object>} locked `packages` of the lockfile
 */
export function billOfMaterials({ name, version, revision }, places, locked) {
  const components = [...new Set(places)].sort().map((place) => {
    const known = locked[place];
    if (!known) throw new Error(`${place} is in the image and not in the lockfile`);
    return component(place, known);
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name,
        version,
        properties: [{ name: 'org.opencontainers.image.revision', value: revision }],
      },
    },
    components,
  };
}
