import { createHash } from 'node:crypto'
import type { AuditCollection, StoredEntry } from '@app/audit'
import { days } from '@app/contracts/durations'
import { type SignInQueue, sealSignInMail } from '@app/mail'
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
const actions = Object.keys(told) as Told[]

/**
 * Mails people what was added to their account, from the entries of the audit: no crash loses one, and the service that made
 * the change needs no queue. What could not be queued the next round queues.
 */
export function notifyAccessAdded({ stored, marks, mail, sealKey, publicOrigin, now = Date.now }: Deps) {
  async function ends(): Promise<Numbers> {
    const heads = await stored.heads()
    return Object.fromEntries(Object.entries(heads).map(([chain, { number }]) => [chain, number]))
  }

  async function send({ _id, action, email, at }: StoredEntry): Promise<void> {
    if (!email) return
    // The same for each attempt, so that the queue takes one of them.
    const mailId = createHash('sha256').update(_id).digest('base64url').slice(0, 22)
    const notice = {
      kind: 'access_added',
      to: email,
      at: at.toISOString(),
      what: told[action as Told],
      sessionsUrl: `${publicOrigin}/admin/sessions`,
    } as const
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
