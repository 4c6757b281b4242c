import { resealSecrets as operations } from '@estate/contracts';
import type { ResealReport, Resealed } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { OperatorDeps } from './operator-deps.ts';
import type { Call } from '../edge/routing/call.ts';

type Asked = Pick<OperatorDeps, 'askOwner' | 'secrets'>;
type ResealStep = (after: string | undefined) => Promise<Resealed>;

/** One step of re-encrypting the secrets of all services; `next` contains the service and the position in it. */
export async function resealSecrets(
  after: string | undefined,
  call: Call,
  deps: Asked,
): Promise<ResealReport> {
  const services = Object.entries(stepsOf(call, deps));
  const [name = '', ...rest] = (after ?? '').split('/');
  const position = after === undefined ? 0 : services.findIndex(([service]) => service === name);
  const [service, step] = services[position] ?? [];
  if (service === undefined || step === undefined) {
    throw new InvalidInput('`after` must be the value of `next` of the previous call.', {
      code: 'invalid-input',
    });
  }
  const { next, ...done } = await step(rest.join('/') || undefined);
  const following = services[position + 1]?.[0];
  const goOn = next === undefined ? following && `${following}/` : `${service}/${next}`;
  return { service, ...done, ...(goOn !== undefined && { next: goOn }) };
}

const stepsOf = (call: Call, { askOwner, secrets }: Asked): Record<string, ResealStep> => ({
  'api-gateway': (after) => secrets.reseal(after),
  ...Object.fromEntries(
    Object.entries(operations).map(([service, operation]) => [
      service,
      (after) => askOwner(operation, inputOf(after), call),
    ]),
  ),
});

const inputOf = (after: string | undefined) => (after === undefined ? {} : { after });
