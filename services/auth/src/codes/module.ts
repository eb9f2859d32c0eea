import { enteredCode } from '@app/contracts/entered-code'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError } from '@app/contracts/errors'
import { sendCode, verifyCode } from '@app/contracts/sign-in'
import { clientAddress } from '@app/service/limits'
import { serve } from '@app/service/serve'
import { hostCookie, toCurrentUser } from '@app/session'
import type { Service } from '../context'
import type { PeopleModule } from '../people/module'
import type { SessionsModule } from '../sessions/module'
import { describeDevice, deviceCookie } from '../sessions/open-session'
import { codeLife, notifyPause, resendPause } from './code-budgets'
import { issueCode } from './issue-code'
import { linkCookie, requestProof } from './pending-link'
import { redeemCode, wrongCode } from './redeem-code'
import { signInAttempt } from './sign-in-attempt'

/** Sign-in with a code by mail, and what each way to sign in needs. */
export function codesModule(
  service: Service,
  { people, sessions: { open } }: { people: PeopleModule; sessions: SessionsModule },
) {
  const { log, audit, now, publicOrigin } = service
  const issue = issueCode(service)
  const redeem = redeemCode({
    ...service,
    link: people.link,
    notifyPause: notifyPause({ ...service, onError: service.noticeFailed }),
  })
  const attempt = signInAttempt({ log, audit, userOf: people.find, now })
  const challengeCookie = hostCookie('otp_tx', publicOrigin, codeLife)
  const devices = deviceCookie(publicOrigin)
  const pendingLink = linkCookie(publicOrigin)

  const routes = [
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
  return { signIn: { ...service, attempt, open }, requestProof: requestProof({ ...service, issue }), routes }
}

export type CodesModule = ReturnType<typeof codesModule>
