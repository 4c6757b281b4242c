import type { Request } from 'express';
import { multipartParts, parameter } from './multipart-parts.ts';
import type { Part } from './multipart-parts.ts';
import type { Upload } from './offer-attachments.ts';
import { invalid, Refusal, schemaRefusal } from './refusal.ts';

const FILE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'];
/** The required order of the parts. */
const NAMES = ['attachment', 'metadata'] as const;

/** The two parts of an upload; undefined for a body that is not multipart. @throws Refusal for an upload in another form */
export function readUpload(
  request: Request<Record<string, string>>,
): { metadata: unknown; file: Upload } | undefined {
  const type = request.get('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) return undefined;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const parts = multipartParts(body, type);
  if (!parts) throw schemaRefusal('the body is not multipart/form-data');
  const given = parts.map(({ headers }) => parameter(headers.get('content-disposition') ?? '', 'name') ?? '');
  if (given.join() !== NAMES.join()) {
    throw schemaRefusal(`the parts must be ${NAMES.join(', then ')}; they are ${given.join(', then ')}`);
  }
  const [attachment, metadata] = parts as [Part, Part];
  const mediaType = checkPart(attachment, 'attachment');
  if (!FILE_TYPES.includes(mediaType)) {
    throw new Refusal(415, 'ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED', `files of type ${mediaType} are not taken`);
  }
  if (checkPart(metadata, 'metadata') !== 'application/json') {
    throw new Refusal(415, 'ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED', 'the metadata must be application/json');
  }
  return { metadata: jsonIn(metadata), file: { bytes: attachment.bytes, mediaType } };
}

/** Checks the headers of a part and returns its media type. */
function checkPart({ headers }: Part, name: string): string {
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*;/i.test(disposition)) throw schemaRefusal(`the part ${name} is no form-data`);
  if ((parameter(disposition, 'filename') ?? '') === '') {
    throw new Refusal(412, 'ERROR_RESOURCE_VALIDATION', `[MESSAGE: the part ${name} needs a file name]`);
  }
  const type = headers.get('content-type') ?? '';
  if ((parameter(type, 'name') ?? '') === '') {
    throw schemaRefusal(`the content type of the part ${name} must carry the name of its file`);
  }
  if (headers.get('content-transfer-encoding')?.toLowerCase() !== 'binary') {
    throw schemaRefusal(`the part ${name} must say Content-Transfer-Encoding: binary`);
  }
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function jsonIn({ bytes }: Part): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('metadata', '', 'NO_JSON');
  }
}
