import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../api/use-act.ts';
import { useSpeech } from '../text/language.tsx';
import { ActLink } from './act-button.tsx';
import { Confirm } from './confirm.tsx';
import { withLastSearch } from './last-search.ts';

interface Props extends Pick<ComponentProps<typeof Confirm>, 'needs'> {
  id: string;
  /** The address of the list that the page belongs to. */
  list: string;
  /** The consequences of a deletion. */
  text: string;
  remove: () => Promise<unknown>;
  /** Queries that are invalidated after a deletion. */
  touches: readonly (readonly unknown[])[];
}

/** The actions on one resource that the user manages: edit, and delete after a confirmation. */
export function EditAndDelete({ id, list, text, remove, touches, ...needed }: Props) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const act = useAct({
    run: remove,
    touches,
    done: t('common.deleted'),
    then: () => void navigate(withLastSearch(list)),
  });
  return (
    <>
      <ActLink {...needed} to={`${list}/${id}/edit`} variant="default">
        {t('common.edit')}
      </ActLink>
      <Confirm
        dangerous
        {...needed}
        label={t('common.delete')}
        title={t('common.deleteTitle')}
        text={text}
        act={act}
      />
    </>
  );
}
