/** Loaded with the first field that has several choices. */
export { MultiSelect } from '@mantine/core';
