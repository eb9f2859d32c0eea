import type { Asker } from '../jobs'
import type { MailContent } from '../transport'
import { escapeHtml, page } from './markup'
import { pacificTime } from './pacific-time'

/**
 * The code is in the body only: subjects are shown on locked screens. No link, so that scanners have nothing to open.
 * Who asked is told as far as it is known, so that the owner of the address notices a stranger.
 */
export function renderLoginCode({
  code,
  minutes,
  asked,
}: {
  code: string
  minutes: number
  asked: Asker
}): MailContent {
  const subject = 'Your login code'
  const life = `It is good for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, in the browser that asked for it. A newer code replaces it.`
  const asker =
    `Asked for on ${pacificTime(new Date(asked.at))}, by ${asked.device}, from the network address ${asked.address}. ` +
    `The browser's name is what it says of itself.`
  const warning = 'If you did not ask for it, you can ignore this mail. Never pass the code on to anybody.'
  return {
    subject,
    text: `Your login code is ${code}\n\n${life}\n\n${asker}\n\n${warning}\n`,
    html: page(
      subject,
      `<p>Your login code is</p><p style="font-size:32px;font-weight:bold;letter-spacing:6px">${escapeHtml(code)}</p>` +
        `<p>${life}</p><p>${escapeHtml(asker)}</p><p>${warning}</p>`,
    ),
  }
}
