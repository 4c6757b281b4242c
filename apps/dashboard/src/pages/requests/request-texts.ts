import { addMessages } from '../../text/messages.ts';
import { requestMessages } from '../../text/request-messages.ts';

addMessages(requestMessages);
