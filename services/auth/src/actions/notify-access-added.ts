import { createHash } from 'node:crypto'
import type { AuditCollection, StoredEntry } from '@app/audit'
import { days } from '@app/contracts/durations'
import { type SignInMail, type SignInQueue, sealSignInMail } from '@app/mail'
import type { NoticeMarks, Numbers } from '../models/notice-marks'

type Deps = {
  stored: Pick<AuditCollection, 'heads' | 'between'>
  marks: NoticeMarks
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

const told = { 'passkey-add': 'passkey', 'calendar-add': 'calendar' } as const
type Told = keyof typeof told
const actions = [...(Object.keys(told) as Told[]), 'webhook-stop'] as const

/**
 * Mails people what was added to their account and which of their webhooks was stopped, from the entries of the audit: no crash loses one, and the service that made
 * the change needs no queue. What could not be queued the next round queues.
 */
export function notifyAccessAdded({ stored, marks, mail, sealKey, publicOrigin, now = Date.now }: Deps) {
  async function ends(): Promise<Numbers> {
    const heads = await stored.heads()
    return Object.fromEntries(Object.entries(heads).map(([chain, { number }]) => [chain, number]))
  }

  /** Of a stopped webhook its owner is told, of what was added to an account its holder. */
  function noticeOf({ action, email, at: time, about }: StoredEntry): SignInMail | undefined {
    const at = time.toISOString()
    if (action === 'webhook-stop') {
      const { owner, host, reason } = about
      if (typeof owner !== 'string') return undefined
      const webhooksUrl = `${publicOrigin}/admin/webhooks`
      return { kind: 'webhook_stopped', to: owner, at, host: String(host), reason: String(reason), webhooksUrl }
    }
    if (!email) return undefined
    const sessionsUrl = `${publicOrigin}/admin/sessions`
    return { kind: 'access_added', to: email, at, what: told[action as Told], sessionsUrl }
  }

  async function send(entry: StoredEntry): Promise<void> {
    const { _id } = entry
    const notice = noticeOf(entry)
    if (!notice) return
    // The same for each attempt, so that the queue takes one of them.
    const mailId = createHash('sha256').update(_id).digest('base64url').slice(0, 22)
    const expiresAt = new Date(now() + days(3)).toISOString()
    const sealed = sealSignInMail(sealKey, mailId, notice)
    if (!(await mail.sendNotice({ mailId, sealed, expiresAt, requestId: _id })))
      throw new Error('a notice could not be queued')
  }

  return {
    prepare: async () => marks.prepare(await ends()),

    async run(): Promise<void> {
      const numbers = await marks.claim()
      if (!numbers) return
      const reached = await ends()
      for (const [chain, to] of Object.entries(reached))
        for (const entry of await stored.between(chain, { from: numbers[chain] ?? 0, to }, actions)) await send(entry)
      await marks.move(reached)
    },
  }
}
