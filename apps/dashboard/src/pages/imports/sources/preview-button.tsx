import { useNavigate } from 'react-router';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { readSettingsIn } from './source-draft.ts';
import type { ReadingDraft } from './source-draft.ts';

interface Props {
  id: string;
  draft: ReadingDraft;
}

/** Reads the newest package of a source with the unsaved settings of the form, and shows which objects differ. */
export function PreviewButton({ id, draft }: Props) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const preview = useAct({
    run: () => api.importSources.preview(id, readSettingsIn(draft)),
    touches: [['imports']],
    then: (made) => void navigate(`/imports/${made.id}?differing=true`),
  });
  return (
    <ActButton variant="default" act={preview}>
      {t('source.preview')}
    </ActButton>
  );
}
