import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

/** A button beside more important ones. */
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

/** Light or dark, whatever the system says. */
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
