import { useProperty } from '../api/names.ts';
import { TwoLines } from './cells.tsx';

/** A property by its title, once that is known, as a link to its page or to another one. */
export function PropertyName({ id, to = `/properties/${id}` }: { id: string; to?: string }) {
  const { data } = useProperty(id);
  const below = data ? `${data.externalId} · ${data.fields.address.city}` : id;
  return <TwoLines to={to} title={data?.fields.title ?? id} below={below} />;
}
