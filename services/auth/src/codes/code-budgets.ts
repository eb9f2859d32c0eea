import { days, hours, minutes, seconds } from '@app/contracts/durations'
import { type SignInQueue, signInMailJob } from '@app/mail'
import type { AccountStore } from '../people/account'

/** Life of a code. */
export const codeLife = minutes(10)
/** Pause between two codes for one browser. */
export const resendPause = seconds(60)
export const triesPerCode = 5
/** After this many wrong codes in a row an address accepts none for a while. */
export const maxFailuresInARow = 100
export const pauseAfterFailures = days(7)

/** At most `count` events within `span`. The largest `count` is how many events are stored. */
export type Budget = { count: number; span: number }

/**
 * Where a code is requested from. Browsers that have signed in to the account before have budgets of their own, so that
 * strangers cannot use up what its owner needs.
 */
export type Pool = 'known' | 'open'

/** Codes for one network (open) or one known browser. A network gets only a share of what an address gets. */
export const slotBudgets: Record<Pool, readonly Budget[]> = {
  known: [
    { count: 1, span: resendPause },
    { count: 5, span: hours(1) },
    { count: 10, span: days(1) },
  ],
  open: [
    { count: 1, span: resendPause },
    { count: 4, span: hours(1) },
    { count: 6, span: days(1) },
  ],
}

/** Codes for one address from all networks together. */
export const addressBudgets: readonly Budget[] = [
  { count: 5, span: hours(1) },
  { count: 10, span: days(1) },
]

/** Wrong codes for one address. Both pools together allow 10 an hour and 30 a day. */
export const guessBudgets: Record<Pool, readonly Budget[]> = {
  known: [
    { count: 5, span: hours(1) },
    { count: 10, span: days(1) },
  ],
  open: [
    { count: 5, span: hours(1) },
    { count: 20, span: days(1) },
  ],
}

type PauseDeps = {
  accounts: Pick<AccountStore, 'maySignIn'>
  mail: Pick<SignInQueue, 'sendNotice'>
  sealKey: Buffer
  publicOrigin: string
  onError: (error: unknown) => void
  now?: () => number
}

/** Mails the holder of an account that codes for it are paused, after too many wrong ones. Runs behind the answer. */
export const notifyPause = ({ accounts, mail, sealKey, publicOrigin, onError, now = Date.now }: PauseDeps) => {
  const send = async (email: string, requestId: string) => {
    if (!(await accounts.maySignIn(email))) return
    const until = new Date(now() + pauseAfterFailures).toISOString()
    const notice = { kind: 'codes_paused', to: email, until, loginUrl: `${publicOrigin}/login` } as const
    await mail.sendNotice(signInMailJob(sealKey, notice, { until: now() + days(1), requestId }))
  }
  return (email: string, requestId: string): void => {
    void send(email, requestId).catch(onError)
  }
}

export type NotifyPause = ReturnType<typeof notifyPause>
