import { legal } from '../write/xml.ts';

/** The head of a package, which is about all of its objects. */
export interface Transfer {
  /** `full`: objects of the provider that the package lacks are to be taken away. */
  scope: 'full' | 'partial';
  /** The action for objects that name none. */
  mode?: 'NEW' | 'CHANGE' | 'DELETE';
  version?: string;
  software?: { name: string; version?: string };
  /** ISO time, as the software wrote it. */
  timestamp?: string;
  /** The address for reports of errors. */
  technicalEmail?: string;
}

/** The provider of the objects; known as far as the document named it before the object. */
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

const MODES = ['NEW', 'CHANGE', 'DELETE'] as const;
const LONGEST = 200;

/** A transfer is a partial one unless it says that it is full: a wrong guess must not take objects away. */
export function transferOf(attributes: ReadonlyMap<string, string>): Transfer {
  const lower = new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value]));
  const given = (name: string) =>
    legal(lower.get(name) ?? '')
      .trim()
      .slice(0, LONGEST) || undefined;
  const mode = MODES.find((one) => one === given('modus')?.toUpperCase());
  const [version, timestamp, technicalEmail] = [given('version'), given('timestamp'), given('techn_email')];
  const [name, softwareVersion] = [given('sendersoftware'), given('senderversion')];
  return {
    scope: given('umfang')?.toUpperCase() === 'VOLL' ? 'full' : 'partial',
    ...(mode !== undefined && { mode }),
    ...(version !== undefined && { version }),
    ...(timestamp !== undefined && { timestamp }),
    ...(technicalEmail !== undefined && { technicalEmail }),
    ...(name !== undefined && {
      software: { name, ...(softwareVersion !== undefined && { version: softwareVersion }) },
    }),
  };
}
