import type { Request } from 'express';
import type { Upload } from './offer-attachments.ts';
import { schemaRefusal, Refusal } from './refusal.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'];

/** The two parts of an uploaded file; undefined for a body that is none. @throws Refusal when a part is missing */
export async function readUpload(
  request: Request<Record<string, string>>,
): Promise<{ metadata: unknown; file: Upload } | undefined> {
  const type = request.get('content-type') ?? '';
  if (!/^multipart\/form-data/i.test(type)) return undefined;
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array();
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const metadata = form.get('metadata');
  const file = form.get('attachment');
  if (metadata === null) throw schemaRefusal('the part metadata is missing');
  if (file === null || typeof file === 'string') {
    throw new Refusal(412, 'ERROR_RESOURCE_VALIDATION', '[MESSAGE: the part attachment needs a file name]');
  }
  if (!TYPES.includes(file.type)) {
    throw new Refusal(415, 'ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED', `files of type ${file.type} are not taken`);
  }
  const text = typeof metadata === 'string' ? metadata : await metadata.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { metadata: JSON.parse(text) as unknown, file: { bytes, mediaType: file.type } };
}
