import { AppError } from '@app/contracts/errors'
import { documentOptions } from '@app/mongo'
import { clientAddress } from '@app/service/limits'
import { hostCookie, newSecret, secretHash } from '@app/session'
import { type Connection, Schema } from 'mongoose'
import type { ProviderAccount } from '../people/account'
import { describeDevice, deviceCookie } from '../sessions/open-session'
import { codeLife } from './code-budgets'
import type { IssueCode } from './issue-code'

type Stored = ProviderAccount & { _id: string; expires_at: Date }

const schema = new Schema<Stored>(
  { _id: String, issuer: String, subject: String, email: String, expires_at: Date },
  { ...documentOptions, timestamps: false, collection: 'pending_links' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Provider accounts that wait for proof of their address by a code. Only the browser holds the id; its hash is stored. */
export function pendingLinkStore(connection: Connection, now = () => new Date()) {
  const links = connection.model<Stored>('PendingLink', schema)
  return {
    prepare: () => links.createIndexes(),

    /** Returns the id for the browser. */
    async begin(account: ProviderAccount): Promise<string> {
      const id = newSecret()
      await links.create({ _id: secretHash(id), ...account, expires_at: new Date(now().getTime() + codeLife) })
      return id
    },

    /** Ends a pending link and returns its account, to one caller and for its own address only. */
    async take(id: string, email: string): Promise<ProviderAccount | undefined> {
      const filter = { _id: secretHash(id), email, expires_at: { $gt: now() } }
      const taken = await links.findOneAndDelete(filter).lean<Stored>()
      return taken ? { issuer: taken.issuer, subject: taken.subject, email: taken.email } : undefined
    },
  }
}

export type PendingLinkStore = ReturnType<typeof pendingLinkStore>

/** Ties a provider account that waits for proof of its address to one browser. */
export const linkCookie = (publicOrigin: string) => hostCookie('link_tx', publicOrigin, codeLife)

type ProofDeps = { links: Pick<PendingLinkStore, 'begin'>; issue: IssueCode; publicOrigin: string }

/** Mails a code to the address of a provider account, which is linked once that code is entered in the same browser. */
export const requestProof = ({ links, issue, publicOrigin }: ProofDeps) => {
  const challenge = hostCookie('otp_tx', publicOrigin, codeLife)
  const link = linkCookie(publicOrigin)
  const devices = deviceCookie(publicOrigin)
  return async (request: Request, account: ProviderAccount, requestId: string) => {
    const asker = { device: describeDevice(request), address: clientAddress(request) }
    const pending = challenge.read(request)
    const issued = { pending, deviceId: devices.read(request), asker, requestId, vouched: true }
    const [challengeId, linkId] = await Promise.all([issue(account.email, issued), links.begin(account)])
    return {
      cookies: [challenge.set(challengeId), link.set(linkId)],
      error: new AppError(
        'address_unproven',
        `To confirm that ${account.email} is yours, enter the 6-digit code we have emailed to it.`,
        undefined,
        { details: { email: account.email } },
      ),
    }
  }
}
