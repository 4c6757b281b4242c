import { type Doc, encode } from '../values/document.ts';

const documentType = 0x03;
const arrayType = 0x04;

/** Consecutive pieces, which are copied once, into the whole reply. */
type Pieces = readonly Buffer[];

const element = (type: number, name: string): Buffer =>
  Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`)]);

/** Wraps encoded elements into a document. */
function wrapped(elements: Pieces): Pieces {
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(elements.reduce((sum, { length }) => sum + length, 5));
  return [head, ...elements, Buffer.alloc(1)];
}

const elementsOf = (doc: Doc): Buffer => encode(doc).subarray(4, -1);

const arrayOf = (documents: Pieces): Pieces =>
  wrapped(documents.flatMap((raw, at) => [element(documentType, String(at)), raw]));

/** A page of encoded documents. */
type Page = {
  name: 'firstBatch' | 'nextBatch';
  documents: readonly Buffer[];
  id: unknown;
  namespace: string;
};

/** The reply with a page of a cursor; the documents are included as they are stored, without decoding. */
export function pageReply({ name, documents, id, namespace }: Page): Buffer {
  const batch = [element(arrayType, name), ...arrayOf(documents)];
  const cursor = wrapped([...batch, elementsOf({ id, ns: namespace })]);
  return Buffer.concat(wrapped([element(documentType, 'cursor'), ...cursor, elementsOf({ ok: 1 })]));
}

/** The reply with one encoded document under `value`. */
export const valueReply = (raw: Buffer | null, rest: Doc): Buffer =>
  raw === null
    ? encode({ ...rest, value: null, ok: 1 })
    : Buffer.concat(wrapped([elementsOf(rest), element(documentType, 'value'), raw, elementsOf({ ok: 1 })]));
