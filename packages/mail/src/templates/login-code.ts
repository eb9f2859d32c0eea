import { escapeHtml } from '@app/contracts/escape-html'
import type { SignInContext } from '../jobs'
import type { MailContent } from '../transport'
import { page } from './markup'
import { pacificTime } from './pacific-time'

/**
 * The code is in the body only, because subjects are shown on locked screens. No link, so that mail scanners have nothing to
 * open. The request's origin is included, so that the owner of the address notices a stranger.
 */
export function renderLoginCode({
  code,
  minutes,
  asked,
}: {
  code: string
  minutes: number
  asked: SignInContext
}): MailContent {
  const subject = 'Your login code'
  const validity = `Expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Works only in the browser that requested it. Never share this code.`
  const origin =
    `Requested on ${pacificTime(new Date(asked.at))} from ${asked.device}, network address ${asked.address}. ` +
    'The browser name is reported by the browser itself.'
  const advice = "If you didn't request this code, you can ignore this email. A newer code replaces this one."
  return {
    subject,
    text: `Your login code is ${code}\n\n${validity}\n\n${origin}\n\n${advice}\n`,
    html: page(
      subject,
      `<p>Your login code is</p><p style="font-size:32px;font-weight:bold;letter-spacing:6px">${escapeHtml(code)}</p>` +
        `<p>${validity}</p><p>${escapeHtml(origin)}</p><p>${escapeHtml(advice)}</p>`,
    ),
  }
}
