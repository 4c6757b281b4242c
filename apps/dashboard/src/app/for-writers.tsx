import type { ComponentType } from 'react';
import { useSpeech } from '../text/language.tsx';
import { Empty } from '../ui/empty.tsx';
import { useTitle } from '../ui/use-title.ts';
import { useWhyNot } from '../ui/use-why-not.ts';
import { useIsViewer } from '../api/rights.ts';

/** Wraps a page whose only purpose is a change; a viewer sees why it is unavailable. */
export const forWriters = (Form: ComponentType): ComponentType =>
  function FormForWriters() {
    return useIsViewer() ? <ReadOnly /> : <Form />;
  };

function ReadOnly() {
  const { t } = useSpeech();
  useTitle(t('app.readOnly'));
  return <Empty order={1} icon="lock" title={t('app.readOnly')} text={useWhyNot()('write')} />;
}
