import { importMessages } from '../../text/import-messages.ts';
import { addMessages } from '../../text/messages.ts';

addMessages(importMessages);
