import { useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import './contact-photo.css';

interface Props {
  photo: string | undefined;
  size: 'small' | 'large';
  /** Empty if the name stands beside it. */
  alt: string;
}

/** The photo of a contact, or an icon in its place. */
export function ContactPhoto({ photo, size, alt }: Props) {
  return <Shown key={photo} photo={photo} size={size} alt={alt} />;
}

function Shown({ photo, size, alt }: Props) {
  const [isFailed, setFailed] = useState(false);
  return (
    <span className={`contact-photo ${size}`}>
      {photo === undefined || isFailed ? (
        <span className="contact-photo-none">
          <Icon name="contacts" size={size === 'large' ? 32 : 18} />
        </span>
      ) : (
        // A relative path, because the session is sent to the page's own host only.
        <img src={new URL(photo).pathname} alt={alt} decoding="async" onError={() => setFailed(true)} />
      )}
    </span>
  );
}
