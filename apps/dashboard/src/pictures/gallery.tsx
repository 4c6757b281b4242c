import { useState } from 'react';
import type { Property } from '@estate/client';
import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import {
  fileNameOf,
  imageUrl,
  isDocument,
  isUnprocessed,
  nameOfAttachment,
  placed,
  titlePosition,
} from './attachments.ts';
import type { Placed } from './attachments.ts';
import { FullView } from './full-view.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Props {
  property: Property;
}

/** The published attachments of a property, in their order: pictures open over the whole window, documents in a tab. */
export function Gallery({ property }: Props) {
  const [shown, setShown] = useState<number>();
  const all = placed(property.attachments);
  const pictures = all.filter(({ attachment }) => !isDocument(attachment));
  return (
    <>
      <ol className="pictures">
        {all.map((one) => (
          <li key={one.position} className="picture">
            {isDocument(one.attachment) ? (
              <DocumentTile property={property} one={one} />
            ) : (
              <PictureTile
                property={property}
                one={one}
                onOpen={() => setShown(pictures.findIndex(({ position }) => position === one.position))}
              />
            )}
            <Words property={property} one={one} />
          </li>
        ))}
      </ol>
      <FullView property={property} pictures={pictures} shown={shown} onShow={setShown} />
    </>
  );
}

interface TileProps extends Props {
  one: Placed;
  onOpen: () => void;
}

function PictureTile({ property, one, onOpen }: TileProps) {
  const { t } = useSpeech();
  const { attachment, position } = one;
  const isPlan = attachment.isBlueprint === true;
  return (
    <UnstyledButton className="picture-tile" onClick={onOpen}>
      <span className="sr-only">{t('picture.enlarge')}: </span>
      <Thumbnail
        property={property}
        position={position}
        alt={nameOfAttachment(attachment)}
        size="large"
        isWhole={isPlan}
      />
      {isPlan && <span className="picture-mark">{t('property.blueprint')}</span>}
    </UnstyledButton>
  );
}

function DocumentTile({ property, one: { attachment, position } }: Omit<TileProps, 'onOpen'>) {
  const { t } = useSpeech();
  if (isUnprocessed(property, position)) {
    return (
      <div className="picture-tile">
        <DocumentMark
          text={t(property.processingStatus === 'pending' ? 'document.pending' : 'document.missing')}
        />
      </div>
    );
  }
  return (
    <Anchor className="picture-tile" href={imageUrl(property.id, position)} target="_blank" rel="noopener">
      <DocumentMark text="PDF" />
      <span className="sr-only">
        {' '}
        {nameOfAttachment(attachment)} ({t('common.newTab')})
      </span>
    </Anchor>
  );
}

const DocumentMark = ({ text }: { text: string }) => (
  <span className="thumbnail large">
    <span className="no-picture">
      <Icon name="document" size={34} />
      {text}
    </span>
  </span>
);

/** The name, the purpose and the original address of a picture. */
function Words({ property, one: { attachment, position } }: { property: Property; one: Placed }) {
  const { t } = useSpeech();
  const isTitle = position === titlePosition(property.attachments);
  const role = isTitle ? t('property.titlePicture') : (attachment.type ?? '');
  return (
    <div className="two-lines picture-words">
      <Text size="sm" fw={600} className="cut">
        {position + 1}. {nameOfAttachment(attachment)}
      </Text>
      <Text size="xs" c="dimmed" component="div" className="cut">
        {role}
      </Text>
      <OutsideLink href={attachment.url}>{fileNameOf(attachment.url)}</OutsideLink>
    </div>
  );
}
