import type { Definition } from './command.ts';
import { largestDocument } from '../storage/documents.ts';
import { largestBatch, largestMessage } from '../wire/message.ts';

/** Like a standalone server: no set name and no sessions, so drivers send neither transactions nor retryable writes. */
const hello: Definition = {
  options: [
    'helloOk',
    'client',
    'backpressure',
    'compression',
    'loadBalanced',
    'topologyVersion',
    'maxAwaitTimeMS',
  ],
  run: ({ connection }) => ({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: largestDocument,
    maxMessageSizeBytes: largestMessage,
    maxWriteBatchSize: largestBatch,
    localTime: new Date(),
    connectionId: connection,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  }),
};

export const handshakeCommands: Record<string, Definition> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: { options: [], run: () => ({ ok: 1 }) },
  endSessions: { options: [], run: () => ({ ok: 1 }) },
};
