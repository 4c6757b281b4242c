import { readFileSync } from 'node:fs';
import { parseAllDocuments, parseDocument } from 'yaml';
import type { Document } from 'yaml';

/** A generated file, not formatted. */
export interface DerivedFile {
  path: string;
  text: string;
}

/** Fills in the placeholders of a template; a field whose value is undefined is left out. */
export function filled(template: string, values: Readonly<Record<string, unknown>>): object[] {
  const text = readFileSync(`deploy/templates/${template}.yaml`, 'utf8');
  const complete = text.replaceAll(/\$([A-Z_]{2,})/g, (_, key: string) => {
    if (!(key in values)) throw new Error(`${template}.yaml has an unknown placeholder $${key}`);
    const value = values[key];
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  });
  return parseAllDocuments(complete).map(
    (document) => JSON.parse(JSON.stringify(document), (_, value: unknown) => value ?? undefined) as object,
  );
}

/** Regenerates the derived part of a file that people write; everything else stays, including comments. */
export function withPart(path: string, change: (document: Document) => void): DerivedFile {
  const document = parseDocument(readFileSync(path, 'utf8')) as Document;
  change(document);
  return { path, text: document.toString({ lineWidth: 0 }) };
}
