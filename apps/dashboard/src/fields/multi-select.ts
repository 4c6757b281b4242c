/** Loaded with the first field that has multiple choices. */
export { MultiSelect } from '@mantine/core';
