import { hasStaleNonce, isReadable, isSuccess, readAnswer } from './answer.ts';
import { RestClient } from '../rest/client.ts';
import type { RestCall } from '../rest/client.ts';
import { redactor } from '../rest/redact.ts';
import type { Redact } from '../rest/redact.ts';
import type { MarketplaceAnswer } from './answer.ts';
import { refusalOf, unreadable } from './failures.ts';
import { authorizationHeader } from './oauth/authorization-header.ts';
import type { Signer } from './oauth/authorization-header.ts';
import type { MarketplaceProfile } from './profile.ts';
import type { Subject } from './call-subject.ts';
import type { MarketplaceTools } from './marketplace-tools.ts';

interface ClientOptions extends Pick<MarketplaceTools, 'agent' | 'fresh' | 'gate' | 'timeoutMs'> {
  profile: MarketplaceProfile;
  signer: Required<Signer>;
}

interface Call extends RestCall {
  subject: Subject;
  /** True for a response that is expected despite a status other than 2xx. */
  expected?: (answer: MarketplaceAnswer) => boolean;
}

const PREFIX = '/api/offer/v1.0';

/** Makes a call for the current publication. */
export type MakeCall = (call: Omit<Call, 'signal'>) => Promise<MarketplaceAnswer>;

/** Makes signed calls on behalf of one end user. */
export class MarketplaceClient {
  readonly #profile: MarketplaceProfile;
  readonly #redact: Redact;
  readonly #rest: RestClient;

  constructor({ profile, signer, fresh, ...tools }: ClientOptions) {
    const { consumer, token } = signer;
    this.#profile = profile;
    this.#redact = redactor([consumer.secret, token.token, token.secret]);
    this.#rest = new RestClient(
      {
        url: `${profile.apiUrl}${PREFIX}`,
        name: 'The marketplace',
        span: 'marketplace',
        rateKey: consumer.key,
        sign: (request) => ({ authorization: authorizationHeader(request, signer, fresh) }),
      },
      tools,
    );
  }

  /** The response with a 2xx, or with an expected status. @throws CallFailed for every other, and without a response */
  async call(call: Call): Promise<MarketplaceAnswer> {
    const { expected, method, subject } = call;
    const first = await this.#attempt(call);
    // A used nonce, or a slightly wrong clock, says nothing about the grant.
    const answer = hasStaleNonce(first) ? await this.#attempt(call) : first;
    if (isSuccess(answer)) {
      if (isReadable(answer, method)) return answer;
      throw unreadable(answer, subject);
    }
    if (expected?.(answer) === true) return answer;
    throw refusalOf(answer, subject);
  }

  async #attempt(call: Call): Promise<MarketplaceAnswer> {
    const { traceHeader } = this.#profile;
    return readAnswer(await this.#rest.send(call), { traceHeader, redact: this.#redact });
  }
}
