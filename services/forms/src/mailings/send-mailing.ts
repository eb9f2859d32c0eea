import { AppError, invalidField, notFound } from '@app/contracts/errors'
import type { Skipped } from '@app/contracts/jobs'
import {
  type MailingAudience,
  type MailingDraft,
  type MailingRecipients,
  type MailingStarted,
  mailingTable,
  maxUnconfirmedRecipients,
} from '@app/contracts/mailings'
import type { Actor, JobRunner, JobStore } from '@app/jobs'
import type { Scope, ScopeOf } from '@app/record-query'
import { type Identity, requireRecentSignIn, type User } from '@app/session'
import type { FindRecipients } from './find-recipients'
import type { StoredMailing } from './mailing'
import { skippedOf } from './mailing-job'
import { type AdmitMailing, mailingId, newMailing } from './new-mailing'

type Deps = { recipients: FindRecipients; scopeOf: ScopeOf; admit: AdmitMailing; runner: Pick<JobRunner, 'begin'> }
type Context = { identity: Identity; key: string; requestId: string }

type Begun = Pick<MailingDraft, 'to'> & {
  id: string
  about?: string | undefined
  total: number
  skipped?: Skipped[]
  subject?: string | undefined
  /** To the people of its author's own lessons. */
  isOwn?: boolean | undefined
}

/**
 * The job that releases a mailing, with its entry in the audit. It begins once, however often it is requested. Its author must see the
 * recipients, and what they were found by, before each part.
 */
const jobOf = ({ id, to, about = to[0], total, skipped, isOwn, subject }: Begun, actor: Actor) =>
  [
    {
      id,
      actor,
      total,
      kind: 'mailing',
      table: to[0]!,
      input: { ...(skipped && { skipped }) },
      // The subject is for the list of recent work, and in no entry of the audit.
      about: { recipients: total, ...(subject && { subject }) },
      right: [...new Set([about, ...to])].map((table) => ({
        table: table!,
        level: isOwn ? ('own' as const) : ('view' as const),
      })),
    },
    { action: 'mailing' as const, about: { recipients: total } },
  ] as const

/**
 * Whom a user may write to. With a right to own lessons these are the people in them, also where the user may see all students: a right
 * to see people is none to write to them.
 *
 * @throws AppError `not_found` for a table that may not be seen, `forbidden` for people who are not of own lessons
 */
function mailingScope({ about, to }: MailingAudience, user: User, scopeOf: ScopeOf): Scope {
  const seen = scopeOf(user)
  for (const table of [about.table, ...to]) if (seen.reach(table) === 'none') throw notFound()
  if (seen.reach(mailingTable) === 'all') return seen
  const { students: _all, guardians: _everyone, ...rights } = user.rights
  const own = scopeOf({ ...user, rights })
  if (own.reach(about.table) !== 'own')
    throw new AppError('forbidden', 'You can write to the people of your own lessons only.')
  return own
}

/** The people whom a mailing would go to, as far as its author may see them. */
export const mailingAudience =
  ({ recipients, scopeOf }: Pick<Deps, 'recipients' | 'scopeOf'>) =>
  async (audience: MailingAudience, identity: Identity): Promise<MailingRecipients> => {
    const scope = mailingScope(audience, identity.user, scopeOf)
    const { recipients: reached, withoutAddress } = await recipients(audience, scope)
    return { recipients: reached, withoutAddress }
  }

/**
 * Stores an email to several people within the rights and the caps of its author, and begins to send it. Calls with the same `key` send
 * it once.
 * @throws AppError `not_found` for a table that may not be seen, `forbidden` for people who are not of own lessons,
 * `recent_sign_in_required` for many recipients
 */
export const sendMailing =
  ({ recipients, scopeOf, admit, runner }: Deps) =>
  async (draft: MailingDraft, { identity, key, requestId }: Context): Promise<MailingStarted> => {
    const { user } = identity
    const scope = mailingScope(draft, user, scopeOf)
    const found = await recipients(draft, scope)
    const total = found.recipients.length
    if (total === 0) throw invalidField('to', 'None of these people has an email address.')
    if (total > maxUnconfirmedRecipients) requireRecentSignIn(identity)
    const id = mailingId(user.id, key)
    const actor = { id: user.id, email: user.email, requestId }
    const isOwn = [draft.about.table, ...draft.to].some((table) => scope.reach(table) === 'own')
    const mailing = await admit(newMailing(id, draft, { ...found, isOwn }, actor), identity)
    const stored = mailing.total ?? total
    await runner.begin(
      ...jobOf(
        {
          id,
          about: draft.about.table,
          to: draft.to,
          total: stored,
          skipped: skippedOf(found),
          isOwn,
          subject: draft.subject,
        },
        actor,
      ),
    )
    return { id, total: stored, withoutAddress: found.withoutAddress }
  }

type ContinueDeps = {
  mailings: { waiting(): Promise<StoredMailing[]> }
  jobs: Pick<JobStore, 'find'>
  runner: Pick<JobRunner, 'begin'>
}

/** Begins the jobs of mailings that were stored just before a crash. */
export const continueMailings =
  ({ mailings, jobs, runner }: ContinueDeps) =>
  async (): Promise<void> => {
    for (const {
      _id,
      by,
      by_id = '',
      about,
      to = [],
      total = 0,
      is_own: isOwn,
      subject,
      request_id,
    } of await mailings.waiting()) {
      const id = _id.toHexString()
      if (to.length === 0 || (await jobs.find(id))) continue
      await runner.begin(
        ...jobOf({ id, about, to, total, isOwn, subject }, { id: by_id, email: by, requestId: request_id }),
      )
    }
  }
