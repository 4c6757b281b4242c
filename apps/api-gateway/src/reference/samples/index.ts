import type { DocumentedOperation } from '../documented.ts';
import type { ClientCalls } from './client-call.ts';
import { curlSample } from './curl.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { sampleCallOf } from './sample-call.ts';
import { typescriptSample } from './typescript.ts';

/** The languages of the samples, in the order of the page. */
export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python', php: 'PHP' } as const;
export type Language = keyof typeof LANGUAGES;

/** The samples of an operation; none for one that a browser opens. */
export function samplesOf(
  operation: DocumentedOperation,
  clientCalls: ClientCalls,
): Record<Language, string> | undefined {
  if (operation.isForBrowsers) return undefined;
  const call = sampleCallOf(operation);
  const client = clientCalls[operation.id];
  return {
    curl: curlSample(call),
    typescript: typescriptSample(call, client?.typescript),
    python: pythonSample(call, client?.python),
    php: phpSample(call),
  };
}
