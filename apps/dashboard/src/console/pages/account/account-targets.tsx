import type { Target } from '@estate/client';
import { Text } from '@mantine/core';
import { useAct } from '../../../api/use-act.ts';
import { ActButton } from '../../../ui/act-button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/page.tsx';
import { TargetBadge } from '../../../ui/states.tsx';
import { accountPath, operate } from '../../api.ts';
import { useAsked } from '../../use-asked.ts';
import { useText } from '../../use-text.ts';
import type { PartProps } from './part-props.ts';

/** The targets of an account, and why nothing is published to some of them. */
export function AccountTargets({ accountId }: PartProps) {
  const text = useText();
  const path = accountPath(accountId, '/targets');
  return (
    <Loaded query={useAsked<Target[]>(path)}>
      {(targets) =>
        targets.length === 0 ? (
          <Empty icon="targets" title={text('part.noTargets')} text={text('part.noTargetsText')} />
        ) : (
          <Section title={text('part.targets')}>
            <ul className="plain-list">
              {targets.map((target) => (
                <li key={target.id} className="item">
                  <TargetItem target={target} path={path} />
                </li>
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

const pausesOf = ({ paused }: Target) => (paused ? [paused, ...(paused.others ?? [])] : []);

function TargetItem({ target, path }: { target: Target; path: string }) {
  const text = useText();
  const { id, name, type, failing } = target;
  const pauses = pausesOf(target);
  const lane = (order: 'pause' | 'resume') => operate(`/admin/lanes/${id}/${order}`, { method: 'POST' });
  const touches = [[path], ['lanes']];
  const pause = useAct({ run: () => lane('pause'), touches, done: text('lane.pauseDone') });
  const resume = useAct({ run: () => lane('resume'), touches, done: text('lane.resumeDone') });
  return (
    <>
      <div>
        <Text size="sm" fw={600} className="break">
          {name ?? type} <TargetBadge target={target} />
        </Text>
        {pauses.map(({ by, message, reason }) => (
          <Text key={by} size="xs" className="break">
            {message} {reason}
          </Text>
        ))}
        {failing && (
          <Text size="xs" className="bad-text break">
            {failing.failureMessage}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {type} · <code>{id}</code>
        </Text>
      </div>
      {pauses.some(({ by }) => by !== 'customer') ? (
        <ActButton size="compact-sm" act={resume}>
          {text('lane.resume')}
        </ActButton>
      ) : (
        <ActButton size="compact-sm" variant="default" act={pause}>
          {text('lane.pause')}
        </ActButton>
      )}
    </>
  );
}
