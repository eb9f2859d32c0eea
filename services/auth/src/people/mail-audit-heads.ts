import { createHash } from 'node:crypto'
import { armored, type SignedReport } from '@app/audit'
import { days } from '@app/contracts/durations'
import { type SignInQueue, signInMailJob } from '@app/mail'

type Deps = { mail: Pick<SignInQueue, 'sendNotice'>; sealKey: Buffer; adminEmails: readonly string[] }

/** Mails the signed heads of the audit to the addresses of `ADMIN_EMAILS`. `false` when none could be queued. */
export const mailAuditHeads =
  ({ mail, sealKey, adminEmails }: Deps) =>
  async ({ at, heads, signed, changed }: SignedReport): Promise<boolean> => {
    const day = at.slice(0, 10)
    const queued = await Promise.all(
      adminEmails.map((to) => {
        // The same for each replica, so that the queue takes one of them.
        const mailId = createHash('sha256').update(`${day} ${to}`).digest('base64url').slice(0, 22)
        const report = { kind: 'audit_heads', to, at, heads, signed: armored(signed), changed } as const
        const until = Date.parse(at) + days(2)
        return mail.sendNotice(signInMailJob(sealKey, report, { mailId, until, requestId: `audit-heads-${day}` }))
      }),
    )
    return queued.some(Boolean)
  }
