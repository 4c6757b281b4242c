import { Suspense } from 'react';
import { Anchor, Group } from '@mantine/core';
import { NavLink, Navigate, Outlet } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { linkMessages } from '../text/link-messages.ts';
import { addMessages } from '../text/messages.ts';
import { Loading } from '../ui/loading.tsx';
import { PLACES } from '../ui/places.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { LanguageSwitch, SchemeSwitch } from '../ui/switches.tsx';

addMessages(linkMessages);

/** The pages of a dashboard link that this version of the dashboard has. */
function useLinkedPlaces() {
  const { link } = useSignedIn();
  return PLACES.filter((place) => link?.pages.includes(place));
}

/** The first page of a dashboard link. */
export function LinkStart() {
  const [first = 'webhooks'] = useLinkedPlaces();
  return <Navigate to={`/${first}`} replace />;
}

/** The frame of a page that a dashboard link has opened. It has no menu: the surrounding software has one. */
export function LinkShell() {
  const { t } = useSpeech();
  const { link } = useSignedIn();
  const places = useLinkedPlaces();
  return (
    <>
      <Group component="header" justify="space-between" px="md" py="xs" gap="sm">
        <Group component="nav" aria-label={t('link.pages')} gap="md">
          {link?.returnUrl !== undefined && (
            <Anchor href={link.returnUrl} target="_top" size="sm">
              ← {t('link.back')}
            </Anchor>
          )}
          {places.length > 1 &&
            places.map((place) => (
              <Anchor key={place} component={NavLink} to={`/${place}`} size="sm">
                {t(`nav.${place}`)}
              </Anchor>
            ))}
        </Group>
        <Group gap={2}>
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </Group>
      <main id="content" className="content linked">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}
