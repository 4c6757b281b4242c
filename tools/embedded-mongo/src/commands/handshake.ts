import { findReplicaSet } from '../access/users.ts';
import type { Command, Definition, Server } from './command.ts';
import type { Doc } from '../values/document.ts';
import { largestDocument } from '../storage/documents.ts';
import { largestBatch, largestMessage } from '../wire/message.ts';

/** The part about access: a server with access control names the mechanisms, and the replica set if there is one. */
function accessPart({ body }: Command, { access, engine }: Server): Doc {
  if (!access) return {};
  const replicaSet = findReplicaSet(engine);
  return {
    ...(body['saslSupportedMechs'] !== undefined && { saslSupportedMechs: ['SCRAM-SHA-256'] }),
    ...(replicaSet && {
      setName: replicaSet.name,
      hosts: [replicaSet.host],
      me: replicaSet.host,
      primary: replicaSet.host,
      setVersion: 1,
      secondary: false,
    }),
  };
}

/** Announces no sessions, so drivers send neither transactions nor retryable writes. */
const hello: Definition = {
  options: [
    'helloOk',
    'client',
    'backpressure',
    'compression',
    'loadBalanced',
    'topologyVersion',
    'maxAwaitTimeMS',
    'saslSupportedMechs',
    'speculativeAuthenticate',
  ],
  run: (command, server) => ({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: largestDocument,
    maxMessageSizeBytes: largestMessage,
    maxWriteBatchSize: largestBatch,
    localTime: new Date(),
    connectionId: command.connection,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ...accessPart(command, server),
    ok: 1,
  }),
};

export const handshakeCommands: Record<string, Definition> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: { options: [], run: () => ({ ok: 1 }) },
  buildInfo: {
    options: [],
    run: () => ({ version: '8.0.0', versionArray: [8, 0, 0, 0], modules: [], ok: 1 }),
  },
  endSessions: { options: [], run: () => ({ ok: 1 }) },
};
