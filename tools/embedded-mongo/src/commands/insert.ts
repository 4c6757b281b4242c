import { ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { decodeExact, type Doc, encode, isDoc } from '../values/document.ts';
import { runBatch } from './batch.ts';
import { type Command, collectionName, type Definition, type Server } from './command.ts';

const idElement = Buffer.from([0x5f, 0x69, 0x64, 0]);

/** The bytes to store: with `_id` first, generated if the client sent none. */
function withId(raw: Buffer, decoded: () => Doc): Buffer {
  if (raw.length > 9 && raw.subarray(5, 9).equals(idElement)) return raw;
  const { _id = new ObjectId(), ...rest } = decoded();
  return encode({ _id, ...rest });
}

function rawDocuments(command: Command): (() => Buffer)[] {
  const raw = command.sequences.get('documents');
  if (raw) return raw.map((bytes) => () => withId(bytes, () => decodeExact(bytes)));
  const inBody = command.exact['documents'];
  if (!Array.isArray(inBody) || !inBody.every(isDoc))
    throw new MongoError(9, "'insert' needs an array 'documents'");
  return inBody.map((doc) => () => withId(encode(doc), () => doc));
}

async function runInsert(command: Command, { engine }: Server): Promise<Doc> {
  const name = collectionName(command);
  const documents = rawDocuments(command);
  if (documents.length === 0)
    throw new MongoError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  return engine.store.write(() => {
    const collection = engine.catalog.ensure(command.database, name);
    let n = 0;
    const errors = runBatch(command, documents, (document) => {
      engine.documents.insert(collection, document());
      n++;
    });
    return { n, ...errors, ok: 1 };
  });
}

export const insertCommands: Record<string, Definition> = {
  insert: { options: ['documents', 'ordered'], run: runInsert },
};
