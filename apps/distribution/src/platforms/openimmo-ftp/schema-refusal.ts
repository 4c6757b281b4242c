import { asset } from '../../assets.ts';
import type { PublicationFailure } from '../platform.ts';
import { SchemaCheck } from './schema-check.ts';

/** The validator for all platforms of the process. */
const schema = new SchemaCheck(asset('schemas/openimmo-export.xsd'));

/** The failure for an invalid document, which is an error of this service, whatever the property contains. */
export async function schemaRefusal(document: Buffer): Promise<PublicationFailure | undefined> {
  try {
    const { valid, errors } = await schema.check(document);
    if (valid) return undefined;
    const message = `The document does not follow the schema and was not sent: ${errors.join(' ').slice(0, 500)}`;
    return { code: 'internal', message, repeat: false, scope: 'listing' };
  } catch {
    const message = 'The document could not be checked against the schema and was not sent.';
    return { code: 'internal', message, repeat: true, scope: 'listing' };
  }
}
