import { useQuery } from '@tanstack/react-query';
import type { User } from '@estate/client';
import { allOf, api } from './client.ts';
import { SLOW_MS } from './polling.ts';

/** The people of the account. */
export const useUsers = (refetchInterval = SLOW_MS) =>
  useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => allOf(api.users.all({}, { signal })),
    refetchInterval,
  });

export const nameOfUser = ({ name, email }: Pick<User, 'name' | 'email'>): string => name ?? email;
