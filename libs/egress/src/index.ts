export { DENIED_NETWORKS } from './address-rules.ts';
export { checkUrl, checkUrlResolved } from './check-url.ts';
export type { UrlRefusal, UrlVerdict } from './check-url.ts';
export { classifyNetworkError } from './classify-network-error.ts';
export type { NetworkErrorCode, NetworkErrorKind, NetworkFailure } from './classify-network-error.ts';
export { download } from './download.ts';
export type { Download, DownloadRequest } from './download.ts';
export {
  AddressForbidden,
  DeadlineExceeded,
  ResolutionFailed,
  TooLarge,
  TooManyRedirects,
} from './errors.ts';
export { guardedAgent } from './guarded-agent.ts';
export type { GuardedAgent, GuardedAgentOptions } from './guarded-agent.ts';
export type { EgressPolicy, LookupAll, ResolvedAddress } from './policy.ts';
export { resolveHost } from './resolve-host.ts';
export { send } from './send.ts';
export type { EgressRequest, EgressResponse, ExchangeTrace } from './send.ts';
