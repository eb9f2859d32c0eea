import type { CodesPaused } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

/** Tells the holder of an account that login codes are paused after many wrong ones, and how to sign in meanwhile. */
export function renderCodesPaused({ until, loginUrl }: CodesPaused): MailContent {
  const subject = 'Login codes for your account are paused'
  const what =
    'Someone has entered many wrong login codes for your account. To protect it, new browsers cannot sign in by code ' +
    `until ${pacificTime(new Date(until))}.`
  const advice =
    'A browser in which you have signed in before still accepts codes, and so do Google and your passkeys. ' +
    'No one has signed in this way. You do not need to do anything.'
  return notice(subject, [what, advice], { name: 'Sign in', label: 'Sign in', url: loginUrl })
}
