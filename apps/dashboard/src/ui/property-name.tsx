import { useProperty } from '../api/names.ts';
import { useTypeName } from '../api/property-types.ts';
import { TwoLines } from './cells.tsx';

/** A property by its title and type, once they are known, with a link to its page or another one. */
export function PropertyName({ id, to = `/properties/${id}` }: { id: string; to?: string }) {
  const { data } = useProperty(id);
  const typeName = useTypeName();
  const below = data ? `${typeName(data.type)} · ${data.externalId} · ${data.fields.address.city}` : id;
  return <TwoLines to={to} title={data?.fields.title ?? id} below={below} />;
}
