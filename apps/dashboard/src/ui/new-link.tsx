import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from './icons.tsx';

/** Leads to the page that creates something. */
export const NewLink = ({ to, label }: { to: string; label: string }) => (
  <Button
    component={Link}
    to={to}
    data-shortcut="create"
    aria-keyshortcuts="n"
    leftSection={<Icon name="plus" />}
  >
    {label}
  </Button>
);
