import { createHash } from 'node:crypto'
import { conflict } from '@app/contracts/errors'
import type { MailingDraft } from '@app/contracts/mailings'
import { placeholdersIn } from '@app/mail/templates/markup'
import type { MailBudget, Spender } from '../addresses/mail-budget'
import type { Recipients } from './find-recipients'
import { derivedId, type MailingStore, type NewMailing, type StoredMailing } from './mailing'

type Deps = { mailings: Pick<MailingStore, 'find' | 'insert'>; budget: Pick<MailBudget, 'take'> }

/**
 * Stores a mailing once, within the budget of its author and the site, which is asked before anything is stored. One that another
 * service has requested, such as that of a canceled day, counts for the site only.
 * @throws AppError `too_many_requests` beyond a cap, `conflict` when its id belongs to another mailing
 */
export const admitMailing =
  ({ mailings, budget }: Deps) =>
  async (given: NewMailing, { isAccount }: Pick<Spender, 'isAccount'> = {}): Promise<StoredMailing> => {
    const own = (stored: StoredMailing): StoredMailing => {
      if (stored.request === given.request && stored.by_id === given.byId) return stored
      throw conflict('This Idempotency-Key belongs to another mailing.')
    }
    const earlier = await mailings.find(given.id)
    if (earlier) return own(earlier)
    const by = given.is_requested ? undefined : { id: given.byId, isAccount }
    await budget.take({ id: given.id, kind: 'mailing', recipients: given.recipients.length, ...(by && { by }) })
    return own(await mailings.insert(given))
  }

export type AdmitMailing = ReturnType<typeof admitMailing>

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
