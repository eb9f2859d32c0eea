import { AppError } from '@app/contracts/errors'
import { clientAddress } from '@app/service/limits'
import { hostCookie } from '@app/session'
import type { Connection } from 'mongoose'
import type { ProviderAccount } from '../people/account'
import { describeDevice, deviceCookie } from '../sessions/open-session'
import { codeLife } from './code-budgets'
import type { IssueCode } from './issue-code'
import { takenOnce } from './taken-once'

/** Provider accounts that wait for proof of their address by a code. */
export const pendingLinkStore = (connection: Connection, now?: () => Date) =>
  takenOnce<ProviderAccount>(() => connection.collection('pending_links'), codeLife, now)

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
