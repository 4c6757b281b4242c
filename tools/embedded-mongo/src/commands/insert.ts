import { ObjectId } from 'bson';
import { asMongoError, MongoError } from '../errors.ts';
import type { Collection } from '../storage/catalog.ts';
import type { Documents } from '../storage/documents.ts';
import { decodeExact, type Doc, encode, isDoc } from '../values/document.ts';
import { type Command, collectionName, type Definition, type Server } from './command.ts';

/** What went wrong with one write of many. */
export type WriteError = { index: number; code: number; errmsg: string };

/** A refused write in the form of a reply; anything unexpected is thrown on. */
export function writeErrorOf(index: number, error: unknown): WriteError {
  if (!(error instanceof MongoError)) throw error;
  return { index, code: error.code, ...error.details, errmsg: asMongoError(error).message };
}

const mostErrorText = 1024 * 1024;

/** The refused writes of a command as fields of its reply; past 1 MB of text their numbers and codes alone, as in MongoDB. */
export function writeErrorsOf(errors: readonly WriteError[]): { writeErrors?: WriteError[] } {
  if (errors.length === 0) return {};
  let text = 0;
  const writeErrors = errors.map((error) => {
    text += error.errmsg.length;
    return text <= mostErrorText ? error : { index: error.index, code: error.code, errmsg: '' };
  });
  return { writeErrors };
}

const idElement = Buffer.from([0x5f, 0x69, 0x64, 0]);

/** The bytes as they are stored: with `_id` first, made up when the client sent none. */
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
  const ordered = command.body['ordered'] !== false;
  const documents = rawDocuments(command);
  if (documents.length === 0)
    throw new MongoError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  return engine.store.write(() => {
    const collection = engine.catalog.ensure(command.database, name);
    const errors = insertAll(engine.documents, collection, { documents, ordered });
    const failed = errors[0] && ordered ? documents.length - errors[0].index : errors.length;
    return { n: documents.length - failed, ...writeErrorsOf(errors), ok: 1 };
  });
}

type Batch = { documents: (() => Buffer)[]; ordered: boolean };

function insertAll(target: Documents, collection: Collection, { documents, ordered }: Batch): WriteError[] {
  const errors: WriteError[] = [];
  for (const [at, document] of documents.entries()) {
    try {
      target.insert(collection, document());
    } catch (error) {
      errors.push(writeErrorOf(at, error));
      if (ordered) break;
    }
  }
  return errors;
}

export const insertCommands: Record<string, Definition> = {
  insert: { options: ['documents', 'ordered'], run: runInsert },
};
