import type { SignInMail } from '../jobs'
import type { MailContent } from '../transport'
import { renderAccessRequest } from './access-request'
import { renderLoginCode } from './login-code'

/** @param minutes how long it is still good for */
export const renderSignInMail = (mail: SignInMail, minutes: number): MailContent =>
  mail.kind === 'login_code' ? renderLoginCode({ ...mail, minutes }) : renderAccessRequest(mail)
