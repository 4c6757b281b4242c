/** A response of the marketplace that is not a success. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const schemaRefusal = (message: string): Refusal =>
  new Refusal(412, 'ERROR_COMMON_SCHEMA_VALIDATION_FAILED', message);
export const required = (field: string): Refusal =>
  new Refusal(412, 'ERROR_RESOURCE_VALIDATION', `[MESSAGE: field '${field}' is required]`);
export const invalid = (field: string, value: unknown, code: string): Refusal =>
  new Refusal(412, 'ERROR_RESOURCE_VALIDATION', `[MESSAGE: ${field} : ${String(value)} : ${code}]`);
export const notFound = (what: string): Refusal =>
  new Refusal(404, 'ERROR_RESOURCE_NOT_FOUND', `${what} not found`);
export const exists = (externalId: string): Refusal =>
  new Refusal(
    412,
    'ERROR_RESOURCE_VALIDATION',
    `[MESSAGE: a resource already exists for external id '${externalId}']`,
  );
export const unauthenticated = (message: string): Refusal =>
  new Refusal(401, 'ERROR_COMMON_AUTHENTICATION_REQUIRED', message);

interface Message {
  messageCode: string;
  message: string;
  id?: string;
}

/** The format of all results and errors. */
export const messages = (message: Message) => ({ 'common.messages': [{ message }] });
