import { normalEmail } from '@app/contracts/email-address'
import { enteredCode } from '@app/contracts/entered-code'
import { AppError } from '@app/contracts/errors'
import { sendCode, verifyCode } from '@app/contracts/sign-in'
import { clientAddress } from '@app/service/limits'
import { serve } from '@app/service/serve'
import { hostCookie, toCurrentUser } from '@app/session'
import { describeDevice, deviceCookie } from '../sessions/known-device'
import type { OpenSession } from '../sessions/open-session'
import { codeLife, resendPause } from './code-budgets'
import type { IssueCode } from './issue-code'
import { linkCookie } from './pending-link'
import { type RedeemCode, wrongCode } from './redeem-code'
import type { SignInAttempt } from './sign-in-attempt'

export const codeRoutes = ({
  issue,
  redeem,
  attempt,
  open,
  publicOrigin,
}: {
  issue: IssueCode
  redeem: RedeemCode
  attempt: SignInAttempt
  open: OpenSession
  publicOrigin: string
}) => {
  const challengeCookie = hostCookie('otp_tx', publicOrigin, codeLife)
  const devices = deviceCookie(publicOrigin)
  const pendingLink = linkCookie(publicOrigin)

  return [
    serve(sendCode, async ({ body, request, requestId, set }) => {
      const email = normalEmail(body.email)
      if (!email) throw new AppError('invalid_request', 'Email is not a valid email')
      const pending = challengeCookie.read(request)
      const asker = { device: describeDevice(request), address: clientAddress(request) }
      const challengeId = await issue(email, { pending, deviceId: devices.read(request), asker, requestId })
      set.headers['set-cookie'] = challengeCookie.set(challengeId)
      return { success: true, resendIn: resendPause / 1000 }
    }),
    serve(verifyCode, async ({ body, request, requestId, set }) => {
      const { email: given, otp, keep } = body
      const email = normalEmail(given)
      const code = enteredCode(otp)
      const user = await attempt({ method: 'code', requestId, email }, async () => {
        if (!email || !/^[0-9]{6}$/.test(code)) throw wrongCode()
        const challengeId = challengeCookie.read(request)
        const linkId = pendingLink.read(request)
        return redeem(email, code, { challengeId, linkId, requestId })
      })
      const cookies = await open(request, user, { requestId, keep })
      set.headers['set-cookie'] = [...cookies, challengeCookie.clear(), pendingLink.clear()]
      return { success: true, user: toCurrentUser(user) }
    }),
  ]
}
