import { createHash } from 'node:crypto'
import type { AuditCollection, StoredEntry } from '@app/audit'
import { isLastingAccess, type LastingAccess, lastingAccess } from '@app/contracts/audit'
import { days } from '@app/contracts/durations'
import { type SignInMail, type SignInQueue, signInMailJob } from '@app/mail'
import type { NoticeMarks, Numbers } from './notice-marks'

type Deps = {
  stored: Pick<AuditCollection, 'heads' | 'endAt' | 'between'>
  marks: NoticeMarks
  mail: Pick<SignInQueue, 'sendNotice'>
  /** The addresses of all admins. */
  adminEmails: () => Promise<readonly string[]>
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

/** Of these only what makes an admin is told. */
const accessActions = ['invite', 'access'] as const
const actions = [
  ...(Object.keys(lastingAccess) as LastingAccess[]),
  ...accessActions,
  'webhook-stop',
  'publish',
] as const

/**
 * Mails people what was added to their account, what they or others changed of their programs, which admins they made, and which of their webhooks was stopped, and admins what changed of how the school is reached, from the entries of the audit: no crash loses one, and the service that made
 * the change needs no queue. What could not be queued the next round queues.
 */
export function notifyAccessAdded({ stored, marks, mail, adminEmails, sealKey, publicOrigin, now = Date.now }: Deps) {
  /** Up to where this process has told last. */
  let told: Numbers | undefined

  async function ends(): Promise<Numbers> {
    const heads = await stored.heads()
    return Object.fromEntries(Object.entries(heads).map(([chain, { number }]) => [chain, number]))
  }

  function webhookStopped({ about }: StoredEntry, at: string): SignInMail[] {
    const { owner, host, reason } = about
    if (typeof owner !== 'string') return []
    const webhooksUrl = `${publicOrigin}/admin/webhooks`
    return [{ kind: 'webhook_stopped', to: owner, at, host: String(host), reason: String(reason), webhooksUrl }]
  }

  /** Every admin, the one who did it as well: the session may be somebody else's. */
  async function contactChanged({ email, about }: StoredEntry, at: string): Promise<SignInMail[]> {
    const { contacts, at: later } = about
    if (typeof contacts !== 'string' || !email) return []
    const websiteUrl = `${publicOrigin}/admin/website`
    return (await adminEmails()).map((to) => ({
      kind: 'contact_changed' as const,
      to,
      at,
      by: email,
      contacts,
      websiteUrl,
      ...(typeof later === 'string' && { later }),
    }))
  }

  /** Of a stopped webhook its owner is told, of everything else who did it, and the owner where that is another person. */
  async function noticesOf(entry: StoredEntry): Promise<SignInMail[]> {
    const { action, email, about = {} } = entry
    const at = entry.at.toISOString()
    if (action === 'webhook-stop') return webhookStopped(entry, at)
    if (action === 'publish') return contactChanged(entry, at)
    if (!email) return []
    const sessionsUrl = `${publicOrigin}/admin/sessions`
    const peopleUrl = `${publicOrigin}/admin/people`
    const notice = { kind: 'access_added', at, sessionsUrl } as const
    if (!isLastingAccess(action)) {
      const { role, person } = about
      return role === 'admin' && !about['disabled']
        ? [{ ...notice, to: email, what: 'admin', name: String(person), url: peopleUrl }]
        : []
    }
    const { what, named } = lastingAccess[action]
    const { owner } = about
    const name = named && about[named]
    const own: SignInMail = { ...notice, to: email, what, ...(name !== undefined && { name: String(name) }) }
    return typeof owner === 'string' && owner !== email
      ? [own, { ...own, to: owner, by: email, url: peopleUrl }]
      : [own]
  }

  async function send(entry: StoredEntry): Promise<void> {
    const { _id } = entry
    for (const notice of await noticesOf(entry)) {
      // The same for each attempt, so that the queue takes one of them.
      const key = notice.kind === 'contact_changed' ? `${_id} ${notice.to}` : 'by' in notice ? `${_id} owner` : _id
      const mailId = createHash('sha256').update(key).digest('base64url').slice(0, 22)
      const job = signInMailJob(sealKey, notice, { mailId, until: now() + days(3), requestId: _id })
      if (!(await mail.sendNotice(job))) throw new Error('a notice could not be queued')
    }
  }

  return {
    prepare: async () => marks.prepare(await ends()),

    async run(): Promise<void> {
      // Nothing was added since this process has told.
      if (told && (await stored.endAt(told))) return
      const numbers = await marks.claim()
      if (!numbers) return
      const reached = await ends()
      for (const [chain, to] of Object.entries(reached))
        for (const entry of await stored.between(chain, { from: numbers[chain] ?? 0, to }, actions)) await send(entry)
      await marks.move(reached)
      told = reached
    },
  }
}
