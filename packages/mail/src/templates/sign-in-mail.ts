import type { SignInMail } from '../jobs'
import type { MailContent } from '../transport'
import { renderAccessAdded } from './access-added'
import { renderAccessRequest } from './access-request'
import { renderAuditHeads } from './audit-heads'
import { renderCodesPaused } from './codes-paused'
import { renderContactChanged } from './contact-changed'
import { withFooter } from './footer'
import { renderInvitation } from './invitation'
import { renderInvitationRefused } from './invitation-refused'
import { renderLoginCode } from './login-code'
import { renderNewDevice } from './new-device'
import { renderWebhookStopped } from './webhook-stopped'

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
