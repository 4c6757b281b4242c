import { addMessages } from './messages.ts';
import { requestMessages } from './request-messages.ts';

addMessages(requestMessages);
