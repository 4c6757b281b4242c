import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';

/** Names the other language in its own words. */
export function LanguageSwitch() {
  const { t, language, switchLanguage } = useSpeech();
  const other = language === 'en' ? 'de' : 'en';
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon name="globe" />}
      onClick={switchLanguage}
      className="quiet"
    >
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
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon name={other === 'dark' ? 'moon' : 'sun'} />}
      onClick={() => setColorScheme(other)}
      className="quiet"
    >
      {t(other === 'dark' ? 'app.dark' : 'app.light')}
    </Button>
  );
}
