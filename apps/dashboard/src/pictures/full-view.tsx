import { useState } from 'react';
import type { Property } from '@estate/client';
import { ActionIcon, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { imageUrl, imageUrls, isUnprocessed, nameOfAttachment } from './attachments.ts';
import type { Placed } from './attachments.ts';

const WIDTHS = [640, 1280, 2560];

interface Props {
  property: Pick<Property, 'id' | 'unprocessedAttachments'>;
  pictures: readonly Placed[];
  /** The position of the shown picture; undefined for none. */
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
}

/** One picture over the whole window; the arrow keys show the others, Escape closes it. */
export function FullView({ property, pictures, shown, onShow }: Props) {
  const { t } = useSpeech();
  const count = pictures.length;
  const move = (by: number) => {
    if (shown !== undefined) onShow((shown + by + count) % count);
  };
  useHotkeys([
    ['ArrowLeft', () => move(-1)],
    ['ArrowRight', () => move(1)],
  ]);
  const picture = shown === undefined ? undefined : pictures[shown];
  return (
    <Modal
      opened={picture !== undefined}
      onClose={() => onShow(undefined)}
      fullScreen
      title={picture && captionOf(picture, t)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: 'full-view', body: 'full-view-body' }}
      transitionProps={{ duration: 0 }}
    >
      {picture && <Picture key={picture.position} property={property} picture={picture} />}
      <div className="full-view-steps">
        <Step label={t('picture.previous')} icon="left" onClick={() => move(-1)} />
        <span aria-live="polite">{t('picture.of', { number: (shown ?? 0) + 1, count })}</span>
        <Step label={t('picture.next')} icon="right" onClick={() => move(1)} />
      </div>
    </Modal>
  );
}

const captionOf = ({ attachment }: Placed, t: ReturnType<typeof useSpeech>['t']): string =>
  attachment.isBlueprint === true
    ? `${nameOfAttachment(attachment)} · ${t('property.blueprint')}`
    : nameOfAttachment(attachment);

function Picture({ property, picture }: Pick<Props, 'property'> & { picture: Placed }) {
  const { t } = useSpeech();
  const { attachment, position } = picture;
  const { id: propertyId } = property;
  const [isMissing, setMissing] = useState(isUnprocessed(property, position));
  if (isMissing) return <p className="full-view-picture">{t('picture.missing')}</p>;
  return (
    <img
      className="full-view-picture"
      src={imageUrl(propertyId, position, WIDTHS.at(-1))}
      srcSet={imageUrls(propertyId, position, WIDTHS)}
      sizes="100vw"
      alt={nameOfAttachment(attachment)}
      onError={() => setMissing(true)}
    />
  );
}

const Step = ({ label, icon, onClick }: { label: string; icon: 'left' | 'right'; onClick: () => void }) => (
  <ActionIcon variant="default" size="xl" aria-label={label} onClick={onClick}>
    <Icon name={icon} size={22} />
  </ActionIcon>
);
