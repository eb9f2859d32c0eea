import { escapeHtml } from '@app/contracts/escape-html'
import type { SignInContext, SignInMail } from '../queue'
import type { MailContent } from '../transport'
import { renderAuditHeads } from './audit-heads'
import { pacificTime, page, withFooter } from './markup'
import {
  renderAccessAdded,
  renderAccessRequest,
  renderCodesPaused,
  renderContactChanged,
  renderInvitation,
  renderInvitationRefused,
  renderNewDevice,
  renderWebhookStopped,
} from './notice'

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

function rendered(mail: SignInMail, minutes: number, school: string): MailContent {
  switch (mail.kind) {
    case 'login_code':
      return renderLoginCode({ ...mail, minutes })
    case 'access_request':
      return renderAccessRequest(mail)
    case 'new_device':
      return renderNewDevice(mail)
    case 'access_added':
      return renderAccessAdded(mail)
    case 'codes_paused':
      return renderCodesPaused(mail)
    case 'invitation':
      return renderInvitation(mail, school)
    case 'invitation_refused':
      return renderInvitationRefused(mail)
    case 'webhook_stopped':
      return renderWebhookStopped(mail)
    case 'contact_changed':
      return renderContactChanged(mail)
    case 'audit_heads':
      return renderAuditHeads(mail)
  }
}

/**
 * @param minutes how long it is still good for
 * @param school its name, empty while it is not known. Nothing but the name: numbers near a code could be taken for it
 */
export const renderSignInMail = (mail: SignInMail, minutes: number, school: string): MailContent =>
  withFooter(rendered(mail, minutes, school), { school })
