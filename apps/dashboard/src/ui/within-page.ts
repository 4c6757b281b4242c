import { createContext } from 'react';

/** True if a component is part of a page that has its title. */
export const WithinPageContext = createContext(false);
