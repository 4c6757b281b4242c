import { SchemaCheck } from '../schema-check.ts';

/** The schema that documents are validated with before they are sent. */
export const schema = new SchemaCheck(new URL('../../../../schemas/openimmo-export.xsd', import.meta.url));
