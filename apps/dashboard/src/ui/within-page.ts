import { createContext } from 'react';

/** Whether a component is part of a page that has its title. */
export const WithinPageContext = createContext(false);
