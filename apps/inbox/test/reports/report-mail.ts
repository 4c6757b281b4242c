import type { PlatformStateName } from '@estate/contracts';
import { multipart, part, plainMail } from '../mail-forms.ts';

export const REPORT_ADDRESS = 'r1a2b3c4e5f6g7h8i9j0@requests.example.org';
/** The name of a package of the service. */
export const PACKAGE = 'A-1000_d1a2b3c4e5f6g7h8i9j0_00000003.zip';

/** A report as a portal might send it, and what it says of which objects. */
export interface ReportMail {
  name: string;
  subject: string;
  text?: string;
  html?: string;
  attached?: { name: string; type: string; content: string };
  headers?: readonly string[];
  /** The state by the number of each object, or by its package. Left out: nothing of it is certain. */
  says?: Readonly<Record<string, PlatformStateName>>;
  /** Words of the platform that must be kept. */
  words?: readonly string[];
  publicUrl?: string;
}

const attachment = ({ name, type, content }: NonNullable<ReportMail['attached']>): string =>
  part(
    [`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`],
    Buffer.from(content),
  );

/** The email as it arrives. */
export function mailOf({ subject, text = '', html, attached, headers = [] }: ReportMail): Buffer {
  const about = { to: REPORT_ADDRESS, from: 'import@portal.example', subject: encoded(subject), headers };
  const others = [
    ...(html === undefined ? [] : [part(['Content-Type: text/html; charset=utf-8'], Buffer.from(html))]),
    ...(attached ? [attachment(attached)] : []),
  ];
  return others.length === 0 ? plainMail(about, text) : multipart(about, others, { text });
}

/** A subject with other letters than those of ASCII is encoded in headers. */
const encoded = (subject: string): string =>
  /^[\x20-\x7e]*$/.test(subject) ? subject : `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
