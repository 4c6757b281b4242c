import { Checkbox, TextInput } from '@mantine/core';
import type { Property } from '@estate/client';
import { useSpeech } from '../../../text/language.tsx';
import { isUnfinished } from '../form/property-draft.ts';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { PhotoTile } from './photo-tile.tsx';
import { PhotoTools } from './photo-tools.tsx';
import { isUploaded } from './photo-rows.ts';
import { UploadState } from './upload-state.tsx';
import type { usePhotos } from './use-photos.ts';

export interface CardAround {
  photos: ReturnType<typeof usePhotos>;
  property: Property | undefined;
  errorOf: (path: string) => string | undefined;
  /** The position of the picture that is being dragged. */
  dragged: number | undefined;
  setDragged: (index: number | undefined) => void;
}

interface Props extends CardAround {
  row: AttachmentDraft;
  index: number;
  /** The effects of portals on the file, in words. */
  effects: readonly string[];
}

/** One attachment: its picture, its upload, its texts and its position. */
export function PhotoCard({ row, index, effects, photos, property, errorOf, dragged, setDragged }: Props) {
  const { t } = useSpeech();
  const at = `attachments.${String(index)}`;
  const upload = row.file && isUnfinished(row) ? photos.states.get(row.file.key) : undefined;
  return (
    <li
      className="picture photo-card"
      onDragOver={(event) => {
        if (dragged !== undefined) event.preventDefault();
      }}
      onDrop={(event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        photos.move(dragged, index);
        setDragged(undefined);
      }}
    >
      <div
        role="group"
        aria-label={t('property.attachment', { number: index + 1 })}
        id={at}
        tabIndex={-1}
        className="photo"
      >
        <PhotoTile row={row} index={index} property={property} setDragged={setDragged} />
        <div className="photo-words">
          {row.file && upload && <UploadState file={row.file} upload={upload} />}
          <Words row={row} at={at} photos={photos} errorOf={errorOf} />
          {effects.map((effect) => (
            <p key={effect} className="photo-effect">
              {effect}
            </p>
          ))}
        </div>
        <PhotoTools row={row} index={index} photos={photos} />
      </div>
    </li>
  );
}

function Words({ row, at, photos, errorOf }: Pick<Props, 'row' | 'photos' | 'errorOf'> & { at: string }) {
  const { t } = useSpeech();
  return (
    <>
      <TextInput
        id={`${at}.title`}
        size="sm"
        aria-label={t('property.caption')}
        placeholder={t('property.caption')}
        autoComplete="off"
        value={row.title}
        error={errorOf(`${at}.title`)}
        onChange={(event) => photos.set(row, { title: event.currentTarget.value })}
      />
      {!isUploaded(row) && (
        <TextInput
          id={`${at}.url`}
          size="sm"
          label={t('property.webAddress')}
          required
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={row.url}
          error={errorOf(`${at}.url`)}
          onChange={(event) => photos.set(row, { url: event.currentTarget.value })}
        />
      )}
      <Checkbox
        id={`${at}.isBlueprint`}
        size="sm"
        label={t('property.blueprint')}
        checked={row.isBlueprint}
        onChange={(event) => photos.set(row, { isBlueprint: event.currentTarget.checked })}
      />
    </>
  );
}
