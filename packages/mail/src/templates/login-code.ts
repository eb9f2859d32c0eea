import type { MailContent } from '../transport'
import { escapeHtml, page } from './markup'

/** The code is in the body only: subjects are shown on locked screens. No link, so that scanners have nothing to open. */
export function renderLoginCode({ code, minutes }: { code: string; minutes: number }): MailContent {
  const subject = 'Your login code'
  const life = `It is good for ${minutes} minutes, in the browser that asked for it.`
  const warning = 'If you did not ask for it, you can ignore this mail. Never pass the code on to anybody.'
  return {
    subject,
    text: `Your login code is ${code}\n\n${life}\n\n${warning}\n`,
    html: page(
      subject,
      `<p>Your login code is</p><p style="font-size:32px;font-weight:bold;letter-spacing:6px">${escapeHtml(code)}</p>` +
        `<p>${life}</p><p>${warning}</p>`,
    ),
  }
}
