import { ActLink } from './act-button.tsx';
import { Icon } from './icons.tsx';

interface Props extends Pick<Parameters<typeof ActLink>[0], 'needs' | 'to'> {
  label: string;
}

/** A link to the page that creates a resource. */
export const NewLink = ({ label, ...target }: Props) => (
  <ActLink {...target} data-shortcut="create" aria-keyshortcuts="n" leftSection={<Icon name="plus" />}>
    {label}
  </ActLink>
);
