import { type Doc, encode } from '../values/document.ts';

const documentType = 0x03;
const arrayType = 0x04;

/** Encoded pieces that belong one behind the other; they are copied once, into the whole reply. */
type Pieces = { bytes: number; buffers: readonly Buffer[] };

const pieces = (...buffers: readonly Buffer[]): Pieces => ({
  bytes: buffers.reduce((sum, { length }) => sum + length, 0),
  buffers,
});

function joined(all: readonly Pieces[]): Pieces {
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    buffers: all.flatMap(({ buffers }) => buffers),
  };
}

/** Wraps encoded elements into a document. */
function wrapped(elements: readonly Pieces[]): Pieces {
  const { bytes, buffers } = joined(elements);
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(bytes + 5);
  return pieces(head, ...buffers, Buffer.alloc(1));
}

const element = (type: number, name: string, value: Pieces): Pieces =>
  joined([pieces(Buffer.of(type), Buffer.from(`${name}\0`)), value]);

const elementsOf = (doc: Doc): Pieces => pieces(encode(doc).subarray(4, -1));

const arrayOf = (documents: readonly Buffer[]): Pieces =>
  wrapped(documents.map((raw, at) => element(documentType, String(at), pieces(raw))));

const inOne = ({ bytes, buffers }: Pieces): Buffer => Buffer.concat(buffers, bytes);

/** A page of encoded documents. */
export type Page = {
  name: 'firstBatch' | 'nextBatch';
  documents: readonly Buffer[];
  id: unknown;
  namespace: string;
};

/** The reply with a page of a cursor; the documents go into it as they are stored, without decoding. */
export function pageReply({ name, documents, id, namespace }: Page): Buffer {
  const batch = element(arrayType, name, arrayOf(documents));
  const cursor = wrapped([batch, elementsOf({ id, ns: namespace })]);
  return inOne(wrapped([element(documentType, 'cursor', cursor), elementsOf({ ok: 1 })]));
}

/** The reply that carries one encoded document under `value`. */
export const valueReply = (raw: Buffer | null, rest: Doc): Buffer =>
  raw === null
    ? encode({ ...rest, value: null, ok: 1 })
    : inOne(wrapped([elementsOf(rest), element(documentType, 'value', pieces(raw)), elementsOf({ ok: 1 })]));
