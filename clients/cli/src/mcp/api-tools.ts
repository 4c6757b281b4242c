import { OPERATIONS, parametersIn } from '../operations.ts';
import type { Operation } from '../operations.ts';

/** An operation as a tool for an assistant. */
export interface ApiTool {
  operation: Operation;
  /** True if a person has to agree, for example because the operation publishes or deletes. */
  needsConfirmation: boolean;
  definition: {
    name: string;
    title: string;
    description: string;
    inputSchema: {
      type: 'object';
      properties: Record<string, object>;
      required: string[];
      additionalProperties: false;
    };
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
  };
}

/** Operations that change nothing although they are no GET. */
const CHECKS = new Set(['checkTarget', 'validateListing', 'previewImportSource']);

/**
 * Operations that need no confirmation: they neither publish nor delete nor give access to anybody, and save no address that the service
 * contacts. All others need one, including new ones.
 */
export const WITHOUT_CONFIRMATION = new Set([
  'createContact',
  'finishReceivedMail',
  'pauseTarget',
  'pauseWebhook',
  'reparseReceivedMail',
  'setRequestHandling',
  'testWebhook',
  'verifyWebhook',
]);

/** Operations whose response is a secret, which only people may see. */
export const FOR_SECRETS = new Set([
  'createApiKey',
  'createDashboardLink',
  'createImportSource',
  'rotateFeedToken',
  'rotateImportSourcePassword',
  'rotateWebhookKey',
]);

/** True if an assistant can read the response: it gets no files and no export, which can be larger than its context. */
const isReadable = ({ id, file, answer }: Operation): boolean =>
  !file && (answer === 'json' || answer === 'text') && !FOR_SECRETS.has(id);

const isRead = ({ id, method }: Operation): boolean => method === 'GET' || CHECKS.has(id);

/** The operations as tools; without `write` only those that change nothing. */
export const toolsOf = ({ write }: { write: boolean }): ApiTool[] =>
  OPERATIONS.filter((operation) => isReadable(operation) && (write || isRead(operation))).map(toolOf);

/** Parameters that are left out: an assistant should not wait. */
const UNUSED = new Set(['wait']);

function toolOf(operation: Operation): ApiTool {
  const { id, method, summary, description, parameters, body, isConditional } = operation;
  const needsConfirmation = !isRead(operation) && !WITHOUT_CONFIRMATION.has(id);
  const used = parameters.filter(({ name }) => !UNUSED.has(name));
  return {
    operation,
    needsConfirmation,
    definition: {
      name: id,
      title: summary,
      description: [`${summary}.`, description, needsConfirmation ? CONFIRMATION : undefined]
        .filter((one) => one !== undefined)
        .join('\n'),
      inputSchema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            used.map(({ name, description: about, schema }) => [
              name,
              { ...schema, ...(about !== undefined && { description: about }) },
            ]),
          ),
          ...(body && { body: body.schema }),
          ...(isConditional && { ifMatch: { type: 'string', description: IF_MATCH } }),
          ...(needsConfirmation && { confirm: { type: 'boolean', description: CONFIRMATION } }),
        },
        required: [...requiredOf(operation), ...(body?.required ? ['body'] : [])],
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: isRead(operation),
        destructiveHint: needsConfirmation,
        idempotentHint: method !== 'POST',
        openWorldHint: true,
      },
    },
  };
}

const IF_MATCH =
  'The ETag of the resource as you read it. The call is refused if somebody has changed it since.';

const CONFIRMATION = 'The person must have agreed to exactly this call: set `confirm` to true then.';

const requiredOf = (operation: Operation): string[] => [
  ...parametersIn(operation, 'path').map(({ name }) => name),
  ...operation.parameters
    .filter(({ in: place, required }) => place !== 'path' && required)
    .map(({ name }) => name),
];
