import { replyTemplates } from '../seed/reply-templates'
import { addFields } from './add-fields'
import type { Migration } from './run-migrations'

/** Reply templates have a shortcut. */
export const replyShortcuts: Migration = {
  id: '006-reply-shortcuts',
  run: (context) => addFields(context, replyTemplates, ['shortcut']),
}
