import { createHash } from 'node:crypto'
import type { MailingDraft } from '@app/contracts/mailings'
import { placeholdersIn } from '@app/mail/templates/markup'
import type { Recipients } from './find-recipients'
import { derivedId, type NewMailing } from './mailing'

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Names the students that a recipient stands for. `{students}` is a fact of the school: how many it has taught. */
export const studentNames = 'student_names'

/** The same key of the same person gives the same id, which is that of the job as well. */
export const mailingId = (personId: string, key: string) => derivedId('mailing', personId, key)

const namesStudents = ({ subject, text }: MailingDraft) => placeholdersIn(`${subject} ${text}`).includes(studentNames)

/** `isOwn`: it goes to people in its author's own lessons. `isRequested`: another service asked for it. */
type Origin = { isOwn?: boolean; isRequested?: boolean }

/** A mailing as it is stored. */
export const newMailing = (
  id: string,
  draft: MailingDraft,
  { recipients, isOwn = false, isRequested = false }: Pick<Recipients, 'recipients'> & Origin,
  actor: { id: string; email: string; requestId: string },
): NewMailing => ({
  id,
  recipients,
  subject: draft.subject,
  text: draft.text,
  to: draft.to,
  about: draft.about.table,
  by: actor.email,
  byId: actor.id,
  requestId: actor.requestId,
  request: digest(draft),
  ...(isOwn && { is_own: true as const }),
  ...(draft.about.ids && namesStudents(draft) && { about_ids: [...draft.about.ids] }),
  ...(isRequested && { is_requested: true as const }),
})
