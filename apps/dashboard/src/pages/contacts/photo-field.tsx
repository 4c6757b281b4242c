import { ContactPhoto } from '../../pictures/contact-photo.tsx';
import { ImageField } from '../../pictures/image-field.tsx';
import { useSpeech } from '../../text/language.tsx';

interface Props {
  photo: string | undefined;
  change: (photo: string | undefined) => void;
  /** Called with true while a file is being uploaded. */
  busy: (isUploading: boolean) => void;
}

/** The photo of a contact; the contact refers to it once it is saved. */
export function PhotoField({ photo, change, busy }: Props) {
  const { t } = useSpeech();
  const words = {
    name: t('contact.photo'),
    choose: t('contact.choosePhoto'),
    replace: t('contact.replacePhoto'),
    remove: t('contact.removePhoto'),
    text: t('contact.photoText'),
  };
  return (
    <ImageField words={words} isSet={photo !== undefined} change={change} busy={busy}>
      <ContactPhoto photo={photo} size="large" alt={words.name} />
    </ImageField>
  );
}
