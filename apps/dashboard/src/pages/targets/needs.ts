import type { TargetType } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';

const MEGABYTE = 1_000_000;

/** The requirements and limits of a platform, in one line. */
export function useNeeds({
  requiredCredentials,
  authorizationFlow,
  tls,
  maxImages,
  maxImageBytes,
}: TargetType): string {
  const { t } = useSpeech();
  if (authorizationFlow === true) return t('target.needsApproval');
  const fields = requiredCredentials.map((name) => {
    const key = knownKey(`target.${name}`);
    return key ? t(key) : name;
  });
  const limits = [
    ...(maxImages === undefined ? [] : [t('target.limitCount', { count: maxImages })]),
    ...(maxImageBytes === undefined
      ? []
      : [t('target.limitBytes', { size: `${String(Math.round(maxImageBytes / MEGABYTE))} MB` })]),
  ];
  return [
    fields.length === 0 ? t('target.needsNothing') : fields.join(', '),
    ...(tls === 'required' ? [t('target.tlsRequired')] : []),
    ...(limits.length === 0 ? [] : [`${t('target.limits')}: ${limits.join(', ')}`]),
  ].join(' · ');
}
