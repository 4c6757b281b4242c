import { TLSSocket } from 'node:tls';
import type { TargetCheck } from '@estate/contracts';
import type { Client } from 'basic-ftp';
import type { Connection } from './connection.ts';
import { within } from './deadline.ts';
import { temporaryNameOf } from './temporary-names.ts';

type Feature = NonNullable<TargetCheck['server']>[number];
/** The features that were found; `isSizeWrong` if the server reports a wrong size of a file. */
export interface FeaturesFound {
  server: Feature[];
  isSizeWrong: boolean;
}

type Reply = Awaited<ReturnType<Client['sendIgnoringError']>>;

const isGood = ({ code }: Reply) => code < 400;

/** Tests the features that publications need with a stored file, and removes the file. */
export async function tryFeatures(
  connection: Connection,
  stored: { bytes: number; targetId: string },
  signal: AbortSignal,
): Promise<FeaturesFound> {
  const { client, timeouts, features, redact, temporaryName: from } = connection;
  const asking = { ms: timeouts.commandMs, signal };
  const ask = (line: string) => within(client, asking, () => client.sendIgnoringError(line));
  const size = sizeIn(await ask(`SIZE ${from}`));
  const time = await ask(`MDTM ${from}`);
  const to = temporaryNameOf(stored.targetId);
  const renaming = await ask(`RNFR ${from}`);
  const renamed = isGood(renaming) ? await ask(`RNTO ${to}`) : renaming;
  const removed = await ask(`DELE ${isGood(renamed) ? to : from}`);
  const isSizeWrong = size !== undefined && size !== stored.bytes;
  const server = [
    ofTls(client, features),
    of('utf8', features.has('UTF8'), [
      'File names are sent in UTF-8.',
      'File names must consist of ASCII characters. Those of packages do, unless fileName or the directory has others.',
    ]),
    of('size', size === stored.bytes, [
      'The server reports the size of files (SIZE), by which each package is compared.',
      isSizeWrong
        ? `The server reports ${String(size)} bytes for a file of ${String(stored.bytes)} (SIZE).`
        : 'The server does not report the size of files (SIZE). Incomplete packages are noticed less often.',
    ]),
    of('mdtm', isGood(time), [
      'The server tells when a file was changed (MDTM).',
      'The server does not tell when a file was changed (MDTM). Publications do not need it.',
    ]),
    of('checksum', connection.checksum !== undefined, [
      `The checksum of each package is compared (${connection.checksum?.algorithm ?? ''}).`,
      'The server offers no checksums. Packages are compared by size only.',
    ]),
    of('rename', isGood(renamed), [
      'The server renames files, so nobody reads an incomplete package.',
      `The server does not rename files (${redact(renamed.message)}).`,
    ]),
    of('remove', isGood(removed), [
      'The server removes files.',
      `The server does not remove files (${redact(removed.message)}). Incomplete packages stay there.`,
    ]),
  ];
  return { server, isSizeWrong };
}

function sizeIn(reply: Reply): number | undefined {
  const [, size] = /^213[ -](\d+)\s*$/.exec(reply.message) ?? [];
  return size === undefined ? undefined : Number(size);
}

const of = (
  feature: Feature['feature'],
  supported: boolean,
  [yes, no]: readonly [yes: string, no: string],
): Feature => ({ feature, supported, message: supported ? yes : no });

function ofTls({ ftp }: Client, features: ReadonlyMap<string, string>): Feature {
  const isOffered = ftp.socket instanceof TLSSocket || (features.get('AUTH') ?? '').includes('TLS');
  return of('tls', isOffered, [
    'The server offers encrypted connections (AUTH TLS).',
    'The server offers no encrypted connections (AUTH TLS).',
  ]);
}
