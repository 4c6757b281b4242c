import type { ContactRequest, HandlingState } from '@estate/client';
import { Alert, Button, Group, NativeSelect, SegmentedControl, Text, Textarea } from '@mantine/core';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { HandlingBadge } from '../../ui/handling-badge.tsx';
import type { Assignees } from '../../api/use-assignees.ts';
import type { HandlingDraft } from './handling-drafts.ts';
import type { Handling } from './use-handling.ts';

const STATES: readonly HandlingState[] = ['new', 'inProgress', 'done'];
/** The limit of the API. */
const NOTE_MAX = 2000;

interface Props {
  request: ContactRequest;
  handling: Handling;
  assignees: Assignees;
}

/** The handling of a request by the users of the account; editable with write permission. */
export function HandlingSection({ request, handling, assignees }: Props) {
  const { t } = useSpeech();
  const mayWrite = usePermissions().includes('write');
  const { changedAt, changedBy } = request.handling;
  return (
    <Section title={t('request.handling')}>
      {mayWrite ? (
        <HandlingForm handling={handling} assignees={assignees} />
      ) : (
        <HandlingFacts
          handling={{ ...request.handling, assignee: request.handling.assignee ?? '' }}
          assignees={assignees}
        />
      )}
      {mayWrite && <Aside handling={handling} assignees={assignees} />}
      {changedAt !== undefined && (
        <Text size="xs" c="dimmed" mt="sm">
          {changedBy?.name === undefined
            ? t('request.changed')
            : t('request.changedBy', { name: changedBy.name })}{' '}
          <Time at={changedAt} />
        </Text>
      )}
    </Section>
  );
}

function HandlingForm({
  handling: { draft, change, save, isEdited, isConflict, discard, showCurrent },
  assignees,
}: Omit<Props, 'request'>) {
  const { t } = useSpeech();
  return (
    <Form className="form" onSubmit={() => save.mutate(draft)}>
      <SegmentedControl
        aria-label={t('common.status')}
        fullWidth
        value={draft.state}
        onChange={(state) => change({ state })}
        data={STATES.map((value) => ({ value, label: t(`request.${value}`) }))}
      />
      <NativeSelect
        label={t('request.assignee')}
        value={draft.assignee}
        onChange={({ currentTarget: { value } }) => change({ assignee: value })}
        data={[{ value: '', label: t('requests.nobody') }, ...assignees.options(draft.assignee)]}
      />
      <Textarea
        label={t('request.note')}
        description={t('request.noteText')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        value={draft.note}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
      />
      {isConflict ? <Conflict onShow={showCurrent} /> : <FormErrors error={save.error} />}
      <Group gap="xs">
        <ActButton type="submit" loading={save.isPending} disabled={!isEdited}>
          {t('common.save')}
        </ActButton>
        {isEdited && !isConflict && (
          <Button variant="subtle" color="gray" className="quiet" onClick={discard}>
            {t('common.cancel')}
          </Button>
        )}
      </Group>
    </Form>
  );
}

function Conflict({ onShow }: { onShow: () => void }) {
  const { t } = useSpeech();
  return (
    <Alert role="alert" className="tone-bad">
      <Text size="sm" mb="xs">
        {t('request.conflict')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onShow}>
        {t('request.showCurrent')}
      </Button>
    </Alert>
  );
}

/** The values that the user had entered when somebody else changed the request. */
function Aside({ handling: { aside, takeUp, forget, isEdited }, assignees }: Omit<Props, 'request'>) {
  const { t } = useSpeech();
  if (!aside) return null;
  return (
    <Alert role="status" className="tone-busy" title={t('request.aside')} mt="sm">
      <HandlingFacts handling={aside} assignees={assignees} />
      <Group gap="xs" mt="xs">
        {!isEdited && (
          <Button size="compact-sm" variant="default" onClick={takeUp}>
            {t('request.takeUp')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={forget}>
          {t('request.dropAside')}
        </Button>
      </Group>
    </Alert>
  );
}

interface FactsProps extends Pick<Props, 'assignees'> {
  /** Undefined values are not shown. */
  handling: { [Name in keyof HandlingDraft]?: HandlingDraft[Name] | undefined };
}

function HandlingFacts({ handling: { state, assignee, note }, assignees }: FactsProps) {
  const { t } = useSpeech();
  const nameOf = (id: string) => (id === '' ? t('requests.nobody') : assignees.nameOf(id));
  return (
    <Facts
      facts={[
        [t('common.status'), state && <HandlingBadge key="state" state={state} />],
        [t('request.assignee'), assignee === undefined ? undefined : nameOf(assignee)],
        [t('request.note'), note === '' ? '–' : note],
      ]}
    />
  );
}
