import { Text } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { useSizeText } from '../../../ui/size-text.ts';
import type { Effect } from './portal-limits.ts';
import type { PortalEffects } from './use-portal-effects.ts';

/** The limits of the account's portals, and the number of files they affect. */
export function PortalLimits({ portals }: { portals: readonly PortalEffects[] }) {
  const { t } = useSpeech();
  if (portals.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('photos.portals')}
      </Text>
      <ul className="portal-limits">
        {portals.map((portal) => (
          <Portal key={portal.id} portal={portal} />
        ))}
      </ul>
    </div>
  );
}

function Portal({ portal: { name, limits, effects } }: { portal: PortalEffects }) {
  const { t } = useSpeech();
  const limitTexts = useLimits(limits);
  const count = (...kinds: Effect[]) => effects.filter((one) => one && kinds.includes(one)).length;
  const counts = [
    ['photos.countSmaller', count('smaller')],
    ['photos.countConverted', count('converted')],
    ['photos.countLeftOut', count('leftOut', 'tooLargeFor', 'tooMany')],
  ] as const;
  const done = counts.filter(([, number]) => number > 0).map(([key, number]) => t(key, { count: number }));
  return (
    <li>
      <strong>{name}</strong>: {limitTexts}
      {done.length > 0 && <span className="warn-text"> · {done.join(', ')}</span>}
    </li>
  );
}

function useLimits({
  attachmentTypes,
  maxImageBytes,
  maxImageEdge,
  maxImages,
}: PortalEffects['limits']): string {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const limits = [
    ...(attachmentTypes ? [attachmentTypes.map(shortName).join(', ')] : []),
    ...(maxImageBytes === undefined ? [] : [t('photos.portalSize', { size: sizeText(maxImageBytes) })]),
    ...(maxImageEdge === undefined ? [] : [t('photos.portalEdge', { pixels: maxImageEdge })]),
    ...(maxImages === undefined ? [] : [t('photos.portalCount', { count: maxImages })]),
  ];
  return limits.length === 0 ? t('photos.portalNoLimits') : limits.join('; ');
}

/** `JPEG` for `image/jpeg`. */
const shortName = (mediaType: string): string => (mediaType.split('/').at(-1) ?? mediaType).toUpperCase();
