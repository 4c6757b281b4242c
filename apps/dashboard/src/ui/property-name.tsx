import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useProperty } from '../api/names.ts';

/** A property by its title, once that is known, as a link to its page or to another one. */
export function PropertyName({ id, to }: { id: string; to?: string }) {
  const { data } = useProperty(id);
  return (
    <div className="two-lines">
      <Anchor component={Link} to={to ?? `/properties/${id}`} fw={600} size="sm" className="cut">
        {data?.fields.title ?? id}
      </Anchor>
      <Text size="xs" c="dimmed" className="cut">
        {data ? `${data.externalId} · ${data.fields.address.city}` : id}
      </Text>
    </div>
  );
}
