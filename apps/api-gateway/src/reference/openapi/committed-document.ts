import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asset } from '../../assets.ts';
import type { Audience } from './audience.ts';

/** The files of the documents, next to the other files of the reference. A test compares them with the routing table, and writes them. */
export const DOCUMENT_FILES: Readonly<Record<Audience, string>> = {
  customers: 'reference/openapi.json',
  operators: 'reference/openapi-operator.json',
};

/** The committed OpenAPI document, with the address of this installation: building one takes half a second of a start. */
export function committedDocument(audience: Audience, publicUrl: string | undefined): string {
  const text = readFileSync(fileURLToPath(asset(DOCUMENT_FILES[audience])), 'utf8');
  const document = JSON.parse(text) as { servers: readonly { url: string }[] };
  return JSON.stringify({ ...document, servers: [{ url: publicUrl ?? '/' }] });
}
