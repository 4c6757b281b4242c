import { createContext } from 'react';

/** True if a component is inside of a page with a title. */
export const WithinPageContext = createContext(false);
