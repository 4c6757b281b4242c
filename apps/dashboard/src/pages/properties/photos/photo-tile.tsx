import type { Property } from '@estate/client';
import { Thumbnail } from '../../../pictures/thumbnail.tsx';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { isPdf } from './portal-limits.ts';
import { isUploaded, nameOf } from './photo-rows.ts';

interface Props {
  row: AttachmentDraft;
  index: number;
  property: Property | undefined;
  setDragged: (index: number | undefined) => void;
}

/** The picture itself, which can be dragged to another position. */
export function PhotoTile({ row, index, property, setDragged }: Props) {
  const { t } = useSpeech();
  return (
    <div
      className="picture-tile photo-tile"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(index);
      }}
      onDragEnd={() => setDragged(undefined)}
    >
      <Picture row={row} property={property} />
      <span className="photo-number" aria-hidden>
        {index + 1}
      </span>
      {index === 0 && !isPdf(row) && <span className="picture-mark">{t('property.titlePicture')}</span>}
    </div>
  );
}

function Picture({ row, property }: Pick<Props, 'row' | 'property'>) {
  const { t } = useSpeech();
  const { file, position, isBlueprint } = row;
  if (isPdf(row)) return <Sign icon="document" text={file?.name ?? 'PDF'} />;
  const alt = nameOf(row) ?? '';
  if (position !== undefined && property) {
    return <Thumbnail property={property} position={position} alt={alt} size="large" isWhole={isBlueprint} />;
  }
  const source = sourceOf(row);
  if (source === undefined) {
    const text = isUploaded(row) ? (file?.name ?? t('photos.noPreview')) : t('photos.fromAddress');
    return <Sign icon="picture" text={text} />;
  }
  return (
    <span className={`thumbnail large${isBlueprint ? ' whole' : ''}`}>
      <img src={source} alt={alt} loading="lazy" decoding="async" />
    </span>
  );
}

/** The picture of a file: from the draft, or from the service if the page was reloaded since the upload. */
function sourceOf({ file, url }: AttachmentDraft): string | undefined {
  if (file?.preview !== undefined) return file.preview;
  return file && url !== '' && file.type !== 'image/heic' ? new URL(url).pathname : undefined;
}

const Sign = ({ icon, text }: { icon: 'document' | 'picture'; text: string }) => (
  <span className="thumbnail large">
    <span className="no-picture">
      <Icon name={icon} size={34} />
      <span className="photo-file">{text}</span>
    </span>
  </span>
);
