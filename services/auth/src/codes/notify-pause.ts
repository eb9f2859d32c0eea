import { randomBytes } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { type SignInQueue, sealSignInMail } from '@app/mail'
import type { AccountStore } from '../people/account'
import { pauseAfterFailures } from './code-budgets'

type Deps = {
  accounts: Pick<AccountStore, 'maySignIn'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  onError: (error: unknown) => void
  now?: () => number
}

/** Mails the holder of an account that codes for it are paused, after too many wrong ones. Runs behind the answer. */
export const notifyPause = ({ accounts, mail, sealKey, publicOrigin, onError, now = Date.now }: Deps) => {
  const send = async (email: string, requestId: string) => {
    if (!(await accounts.maySignIn(email))) return
    const mailId = randomBytes(16).toString('base64url')
    const until = new Date(now() + pauseAfterFailures).toISOString()
    const notice = { kind: 'codes_paused', to: email, until, loginUrl: `${publicOrigin}/login` } as const
    const expiresAt = new Date(now() + days(1)).toISOString()
    await mail.sendNotice({ mailId, sealed: sealSignInMail(sealKey, mailId, notice), expiresAt, requestId })
  }
  return (email: string, requestId: string): void => {
    void send(email, requestId).catch(onError)
  }
}

export type NotifyPause = ReturnType<typeof notifyPause>
