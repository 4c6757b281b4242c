import { useState } from 'react';
import { Modal, Switch, Title } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import type { MessageKey } from '../text/messages.ts';
import { GO_KEYS } from './key-reader.ts';
import { shortcutsSetting } from './setting.ts';

const ANYWHERE: readonly (readonly [keys: readonly string[], meaning: MessageKey])[] = [
  [['?'], 'keys.help'],
  [['/'], 'keys.search'],
  [['keys.mod', 'K'], 'keys.searchAll'],
  [['n'], 'keys.create'],
  [['j'], 'keys.nextRow'],
  [['k'], 'keys.previousRow'],
  [['keys.enter'], 'keys.openRow'],
  [['keys.escape'], 'keys.close'],
];

/** Every shortcut, and a way to turn them off. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useSpeech();
  const [isOn, setOn] = useState(shortcutsSetting.isOn);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className="shortcuts">
        <section>
          <Title order={3}>{t('keys.anywhere')}</Title>
          <dl>
            {ANYWHERE.map(([keys, meaning]) => (
              <Shortcut key={meaning} keys={keys} meaning={t(meaning)} />
            ))}
          </dl>
        </section>
        <section>
          <Title order={3}>{t('keys.go')}</Title>
          <dl>
            {Object.entries(GO_KEYS).map(([key, place]) => (
              <Shortcut key={key} keys={['g', key]} meaning={t(`nav.${place}`)} />
            ))}
          </dl>
        </section>
      </div>
      <Switch
        mt="md"
        label={t('keys.on')}
        description={t('keys.onText')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          shortcutsSetting.turn(checked);
          setOn(checked);
        }}
      />
    </Modal>
  );
}

function Shortcut({ keys, meaning }: { keys: readonly string[]; meaning: string }) {
  const { t } = useSpeech();
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key.startsWith('keys.') ? t(key as MessageKey) : key}</kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </div>
  );
}
