import { isUnsaid } from '@estate/contracts';
import { legal } from '../write/xml.ts';

type Mode = 'NEW' | 'CHANGE' | 'DELETE';

/** The head of a package, which applies to all of its objects. */
export interface Transfer {
  /** `full`: objects of the provider that are missing in the package are to be deleted. */
  scope: 'full' | 'partial';
  /** The action for objects without one. */
  mode?: Mode;
  /** The text of an invalid mode. */
  unknownMode?: string;
  version?: string;
  software?: { name: string; version?: string };
  /** ISO time, as the software wrote it. */
  timestamp?: string;
  /** The address for error reports. */
  technicalEmail?: string;
}

/** The provider of the objects, as far as the document named it before the object. */
export interface Provider {
  /** The position in the document. */
  index: number;
  /** `openimmo_anid` */
  id?: string;
  /** `anbieternr` */
  number?: string;
  /** `firma` */
  name?: string;
}

/** The modes of the schema, and what software writes instead of them. */
const MODES: ReadonlyMap<string, Mode> = new Map([
  ...(['NEW', 'ADD', 'INSERT', 'NEU'] as const).map((word) => [word, 'NEW'] as const),
  ...(['CHANGE', 'UPDATE'] as const).map((word) => [word, 'CHANGE'] as const),
  ...(['DELETE', 'REMOVE'] as const).map((word) => [word, 'DELETE'] as const),
]);
/** Words for the scope of the transfer, which belong to another attribute. */
const SCOPES: readonly string[] = ['VOLL', 'TEIL', 'FULL', 'KOMPLETT', 'PARTIAL', 'DELTA'];
const LONGEST = 200;

/** Reads the head. A transfer is partial unless it says that it is full: a wrong guess must not delete objects. */
export function transferOf(attributes: ReadonlyMap<string, string>): Transfer {
  const lower = new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value]));
  const given = (name: string) =>
    legal(lower.get(name) ?? '')
      .trim()
      .slice(0, LONGEST) || undefined;
  const [version, timestamp, technicalEmail] = [given('version'), given('timestamp'), given('techn_email')];
  const [name, softwareVersion] = [given('sendersoftware'), given('senderversion')];
  return {
    scope: given('umfang')?.toUpperCase() === 'VOLL' ? 'full' : 'partial',
    ...modeOf(given('modus')),
    ...(version !== undefined && { version }),
    ...(timestamp !== undefined && { timestamp }),
    ...(technicalEmail !== undefined && { technicalEmail }),
    ...(name !== undefined && {
      software: { name, ...(softwareVersion !== undefined && { version: softwareVersion }) },
    }),
  };
}

function modeOf(written: string | undefined): Pick<Transfer, 'mode' | 'unknownMode'> {
  const word = written?.toUpperCase();
  if (written === undefined || word === undefined || SCOPES.includes(word)) return {};
  if (isUnsaid(written) || /^0+$/.test(written)) return {};
  const mode = MODES.get(word);
  return mode === undefined ? { unknownMode: written } : { mode };
}
