import sax from 'sax';
import { PackageUnreadable } from './limits.ts';
import type { ReadLimits } from './limits.ts';

/** Handles the parts of a document in order; texts arrive in pieces. Names are local, those of elements in lower case. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(piece: string): void;
  close(name: string): void;
}

const { XML_ENTITIES } = sax as unknown as { XML_ENTITIES: Readonly<Record<string, string>> };

/** The option is missing in the types of the parser. */
const OPTIONS = { strictEntities: true } as sax.SAXOptions;

/** The tolerated errors: bare ampersands and HTML entities, which stay as they are written. */
const TOLERATED = /^(Invalid character entity|Invalid character in entity name)/;
/** Members of every object, because the parser stores names in objects; the format has no such attributes. */
const FORBIDDEN_NAME = /^(hasOwnProperty|__proto__|constructor|prototype)$/;

/** Parses a document piece by piece, with no more than one piece in memory; refuses document type definitions. */
export class XmlEvents {
  readonly #parser: sax.SAXParser;
  readonly #limits: ReadLimits;
  #attributes = new Map<string, string>();
  #depth = 0;
  #hasRoot = false;

  constructor(handler: XmlHandler, limits: ReadLimits) {
    this.#limits = limits;
    const parser = sax.parser(true, OPTIONS);
    this.#parser = parser;
    parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, XML_ENTITIES);
    parser.onerror = (error) => {
      if (!TOLERATED.test(error.message)) throw this.#unreadable(reasonOf(error.message));
      parser.resume();
    };
    parser.ondoctype = () => {
      throw this.#unreadable(DOCTYPE);
    };
    parser.onsgmldeclaration = parser.ondoctype;
    parser.onopentagstart = ({ name }) => {
      this.#begin(name);
    };
    parser.onattribute = ({ name, value }) => {
      this.#attribute(name, value);
    };
    parser.onopentag = ({ name }) => {
      handler.open(localName(name).toLowerCase(), this.#attributes);
    };
    parser.onclosetag = (name) => {
      this.#depth -= 1;
      handler.close(localName(name).toLowerCase());
    };
    parser.ontext = (piece) => {
      handler.text(piece);
    };
    parser.oncdata = parser.ontext;
  }

  write(text: string): void {
    for (let at = 0; at < text.length; at += SLICE_LENGTH) {
      this.#parser.write(text.slice(at, at + SLICE_LENGTH));
      if (/^(DOCTYPE|SGML_DECL_QUOTED)/.test(stateOf(this.#parser))) throw this.#unreadable(DOCTYPE);
      if (declarationOf(this.#parser).length > LONGEST_DECLARATION) throw this.#unreadable(DOCTYPE);
    }
  }

  end(): void {
    if (!this.#hasRoot) throw new PackageUnreadable('The document has no element.');
    this.#parser.close();
  }

  #begin(name: string): void {
    this.#hasRoot = true;
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) throw this.#unreadable('elements are nested too deeply');
    this.#checkName(name);
    this.#attributes = new Map();
  }

  #attribute(name: string, value: string): void {
    this.#checkName(name);
    if (this.#attributes.size >= this.#limits.attributes) {
      throw this.#unreadable(`an element has more than ${this.#limits.attributes} attributes`);
    }
    // Namespace declarations are no data.
    if (!/^xmlns(:|$)/.test(name)) this.#attributes.set(localName(name), value);
  }

  #checkName(name: string): void {
    if (name.length > this.#limits.nameLength) throw this.#unreadable('a name is too long');
    if (FORBIDDEN_NAME.test(name)) throw this.#unreadable(`${name} is not a name of the format`);
  }

  #unreadable(why: string): PackageUnreadable {
    const line = this.#parser.line + 1;
    return new PackageUnreadable(`The XML document cannot be read: ${why} (line ${line}).`);
  }
}

/**
 * The maximum length of a slice: the parser scans an unfinished declaration again for each of its characters, so it must not become long.
 */
const SLICE_LENGTH = 1024;
/** The length of `[CDATA[` and `DOCTYPE`, the longest beginnings of a declaration. */
const LONGEST_DECLARATION = 7;

const declarationOf = (parser: sax.SAXParser): string => (parser as unknown as { sgmlDecl: string }).sgmlDecl;

const DOCTYPE = 'it contains a document type definition, which is not accepted';

const stateOf = (parser: sax.SAXParser): string => {
  const { STATE } = sax as unknown as { STATE: Readonly<Record<number, string>> };
  return STATE[(parser as unknown as { state: number }).state] ?? '';
};

/** The texts for the limits of the parser, by its names for them. */
const TOO_LONG: Readonly<Record<string, string>> = {
  comment: 'a comment',
  tagName: 'a name',
  attribName: 'a name',
  attribValue: 'the value of an attribute',
  entity: 'a name',
  procInstName: 'a name',
  procInstBody: 'a processing instruction',
};

/** The text for a failure of the parser, whose second line is the position. */
function reasonOf(message: string): string {
  const [reason = ''] = message.split('\n');
  const part = /^Max buffer length exceeded: (\w+)$/.exec(reason)?.[1];
  return part === undefined ? reason.toLowerCase() : `${TOO_LONG[part] ?? 'a text'} is too long`;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
