import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

/** The style of a secondary button. */
export const QUIET = { variant: 'subtle', color: 'gray', size: 'compact-sm', className: 'quiet' } as const;

/** Names the other language in its own words. */
export function LanguageSwitch() {
  const { t, language, switchLanguage } = useSpeech();
  const other = language === 'en' ? 'de' : 'en';
  return (
    <Button {...QUIET} leftSection={<Icon name="globe" />} onClick={switchLanguage}>
      <span lang={other}>{t('app.language')}</span>
    </Button>
  );
}

/** Switches between light and dark, whatever the system prefers. */
export function SchemeSwitch() {
  const { t } = useSpeech();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  return (
    <Button
      {...QUIET}
      leftSection={<Icon name={other === 'dark' ? 'moon' : 'sun'} />}
      onClick={() => setColorScheme(other)}
    >
      {t(other === 'dark' ? 'app.dark' : 'app.light')}
    </Button>
  );
}
