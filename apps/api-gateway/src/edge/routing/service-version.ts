import { SERVICE_VERSIONS } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { HttpHead } from '@estate/http';

const HEADER = 'service-version';
const NEWEST = SERVICE_VERSIONS.at(-1) ?? '';

/** Checks the requested version of the API, and repeats it in the response. @throws InvalidInput */
export function agreeOnVersion({ headers, answerHeaders }: HttpHead): void {
  const asked = headers[HEADER] ?? NEWEST;
  const agreed = SERVICE_VERSIONS.find((version) => version === asked);
  answerHeaders[HEADER] = agreed ?? NEWEST;
  if (agreed === undefined) {
    throw new InvalidInput(`The header Service-Version must be one of ${SERVICE_VERSIONS.join(', ')}.`, {
      code: 'service-version-unknown',
    });
  }
}
