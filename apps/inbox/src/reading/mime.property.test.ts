import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { feedbackOf } from '../../test/feedback.ts';
import { piecesOf } from './multipart.ts';
import { readMail } from './read-mail.ts';

const CHARSETS = ['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'cp850', 'macintosh'] as const;

interface Leaf {
  kind: 'person' | 'letter' | 'picture';
  encoding: 'base64' | 'quoted-printable' | '8bit';
  charset: (typeof CHARSETS)[number];
  type: string;
}

interface Node {
  kind: 'multipart' | 'mail';
  subtype: string;
  /** Written behind boundaries. */
  blanks: string;
  preamble: string;
  isClosed: boolean;
  parts: Tree[];
}

type Tree = Leaf | Node;

const TYPES = ['text/xml', 'text/plain', 'application/octet-stream', 'text/plain; name="a.xml"'];
const leaf = fc.record<Leaf>({
  kind: fc.constantFrom('person', 'person', 'letter', 'picture'),
  encoding: fc.constantFrom('base64', 'quoted-printable', '8bit'),
  charset: fc.constantFrom(...CHARSETS),
  type: fc.constantFrom(...TYPES),
});
const { tree } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small', maxDepth: 4 }, leaf, tie('node')),
  node: fc.record<Node>({
    kind: fc.constantFrom('multipart', 'multipart', 'mail'),
    subtype: fc.constantFrom('mixed', 'related', 'alternative', 'signed'),
    blanks: fc.constantFrom('', ' ', ' \t '),
    preamble: fc.constantFrom('', 'This is a multi-part message.', '--'),
    isClosed: fc.boolean(),
    parts: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  }),
}));

/** Writes a tree as an email, with every line end the same. */
class Writer {
  readonly names: string[] = [];
  readonly #lineEnd: string;
  #boundaries = 0;

  constructor(lineEnd: string) {
    this.#lineEnd = lineEnd;
  }

  write(part: Tree): Buffer {
    if ('encoding' in part) return this.#leaf(part);
    const bytes = this.#multipart(part);
    if (part.kind === 'multipart') return bytes;
    return this.#lines(['Content-Type: message/rfc822', '', 'Subject: inner'], bytes);
  }

  #leaf({ kind, encoding, charset, type }: Leaf): Buffer {
    const headers = [`Content-Transfer-Encoding: ${encoding}`, ''];
    if (kind === 'picture') return this.#lines(['Content-Type: image/png', ...headers], Buffer.from('x'));
    if (kind === 'letter') return this.#lines(['Content-Type: text/plain', ...headers], Buffer.from('Hallo'));
    const name = `Müßig ${this.names.push('')}`;
    this.names[this.names.length - 1] = name;
    const bytes = iconv.encode(feedbackOf([{ nachname: name }], charset).toString(), charset);
    return this.#lines([`Content-Type: ${type}`, ...headers], coded(bytes, encoding));
  }

  #multipart({ subtype, blanks, preamble, isClosed, parts }: Node): Buffer {
    this.#boundaries += 1;
    const boundary = `=_b.${this.#boundaries}`;
    const type = `Content-Type: multipart/${subtype}; boundary="${boundary}"`;
    const written = parts.map((part) => this.#lines([`--${boundary}${blanks}`], this.write(part)));
    const body = Buffer.concat(written.flatMap((bytes) => [bytes, Buffer.from(this.#lineEnd)]));
    const end = isClosed ? Buffer.from(`--${boundary}--${blanks}`) : Buffer.alloc(0);
    return this.#lines([type, '', preamble], Buffer.concat([body, end]));
  }

  #lines(lines: readonly string[], rest: Buffer): Buffer {
    return Buffer.concat([Buffer.from(lines.map((line) => line + this.#lineEnd).join('')), rest]);
  }
}

function coded(bytes: Buffer, encoding: Leaf['encoding']): Buffer {
  if (encoding === '8bit') return bytes;
  if (encoding === 'base64') return Buffer.from(bytes.toString('base64').replace(/.{76}/g, '$&\r\n'));
  const hex = (char: string) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return Buffer.from(bytes.toString('latin1').replace(/[=\x80-\xff]/g, hex));
}

describe('an email of any MIME structure', () => {
  it('an email of any MIME structure leads to a request for each person, in the order of the parts, and to no failure beside them', async () => {
    const structures = fc.asyncProperty(tree, fc.constantFrom('\r\n', '\n'), async (root, lineEnd) => {
      const writer = new Writer(lineEnd);
      const bytes = writer.write(root);
      const { inquiries, failure } = await readMail(
        Buffer.concat([Buffer.from(`From: a@b.example${lineEnd}`), bytes]),
      );
      expect(inquiries.map(({ prospect }) => prospect.lastName)).toEqual(writer.names);
      if (writer.names.length > 0) expect(failure).toBeUndefined();
      else expect(failure).toMatchObject({ failureCode: 'no_xml_attachment' });
    });
    await fc.assert(structures, { numRuns: 1000, seed: 20_261_122 });
  });
});

describe('the parts of a multipart', () => {
  it('the parts of a multipart are the bytes between the boundaries, whatever they are', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const holds = fc.property(
      fc.array(bytes, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (parts, isClosed) => {
        const written = parts.flatMap((part) => [Buffer.from('--==b\r\n'), part, Buffer.from('\r\n')]);
        const body = Buffer.concat([...written, Buffer.from(isClosed ? '--==b--' : '--==b\r\n')]);
        const found = [...piecesOf(body, '==b')].flatMap(({ bytes: piece, isPart }) =>
          isPart ? [[...piece]] : [],
        );
        expect(found).toEqual([...parts.map((part) => [...part]), ...(isClosed ? [] : [[]])]);
      },
    );
    fc.assert(holds, { numRuns: 1000, seed: 20_261_122 });
  });
});
