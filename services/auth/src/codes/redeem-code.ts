import { randomBytes } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import type { User } from '@app/session'
import type { AccountStore, LinkAccount } from '../people/account'
import type { NotifyPause } from './code-budgets'
import { codeDigest, type LoginCodeStore, sameDigest } from './login-code'
import type { PendingLinkStore } from './pending-link'

type Deps = {
  codes: Pick<LoginCodeStore, 'takeAttempt' | 'spend' | 'pauseIfGuessed'>
  accounts: Pick<AccountStore, 'atLogin'>
  links: Pick<PendingLinkStore, 'take'>
  link: LinkAccount
  pepper: string
  adminEmails: readonly string[]
  notifyPause: NotifyPause
}

/** Presented by the browser with the code: its challenge, and a provider account that waits for proof of the address. */
type Presented = { challengeId: string | undefined; linkId: string | undefined; requestId: string }

/** One text for every wrong case: the exact reason would help a guesser only. */
export const wrongCode = () => new AppError('invalid_request', 'Invalid or expired code')

/** Exchanges a code for the user of the address it proves. @throws AppError for every wrong case alike */
export const redeemCode = ({ codes, accounts, links, link, pepper, adminEmails, notifyPause }: Deps) => {
  /** Spends the code, once. */
  const prove = async (email: string, code: string, challengeId: string | undefined, requestId: string) => {
    if (!challengeId) throw wrongCode()
    const attempt = randomBytes(16).toString('base64url')
    const digest = await codes.takeAttempt(email, challengeId, attempt)
    if (!digest) throw wrongCode()
    if (!sameDigest(digest, codeDigest(pepper, challengeId, email, code))) {
      if (await codes.pauseIfGuessed(email, challengeId)) notifyPause(email, requestId)
      throw wrongCode()
    }
    if (!(await codes.spend(email, challengeId, attempt))) throw wrongCode()
  }
  return async (email: string, code: string, { challengeId, linkId, requestId }: Presented): Promise<User> => {
    await prove(email, code, challengeId, requestId)
    const account = linkId ? await links.take(linkId, { email }) : undefined
    return account ? link(account) : accounts.atLogin(email, { admin: adminEmails.includes(email) })
  }
}
