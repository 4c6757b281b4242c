import { explainTarget, hasFlow } from '@estate/contracts';
import type { InputOf, OutputOf } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { KEPT, problemsWith, typeUnknown } from '../domain/target-rules.ts';
import { hostProblems } from '../targets/host-problems.ts';

/** What the platform refuses of a target that the contract refuses already, so that a caller sees everything at once. */
export const explainTargetRoute = (deps: Deps) =>
  answer(explainTarget, (question) => Promise.resolve(explained(question, deps)));

function explained(
  { id, type, credentials, hasPassword, autoCollectRequests }: InputOf<typeof explainTarget>,
  { egress, flows, profiles }: Deps,
): OutputOf<typeof explainTarget> {
  if (hasFlow({ type }) && flows.has(type)) return { problems: [] };
  const rules = profiles.get(type);
  if (!rules) return { problems: [typeUnknown([...profiles.keys(), ...flows.keys()])], instead: true };
  const isPasswordKnown = hasPassword || id !== undefined;
  const wish = {
    credentials: { ...credentials, ...(isPasswordKnown && { password: KEPT }) },
    autoCollectRequests,
  };
  const ofHost = credentials.host === undefined ? [] : hostProblems(credentials.host, egress);
  return { problems: [...problemsWith(rules, wish), ...ofHost] };
}
