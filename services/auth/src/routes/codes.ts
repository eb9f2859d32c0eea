import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { codeCheck, codeRequest } from '@app/contracts/users'
import { clientAddress } from '@app/service/client-address'
import type { IpLimits } from '@app/service/ip-limits'
import { hostCookie, toCurrentUser } from '@app/session'
import { describeDevice } from '@app/session/device'
import { Elysia } from 'elysia'
import type { issueCode } from '../actions/issue-code'
import type { OpenSession } from '../actions/open-session'
import { type redeemCode, wrongCode } from '../actions/redeem-code'
import type { SignInAttempt } from '../actions/sign-in-attempt'
import { codeLife, resendPause } from '../models/login-code'
import { readBody } from './read-body'

export const codeRoutes = ({
  issue,
  redeem,
  attempt,
  open,
  limits,
  publicOrigin,
}: {
  issue: ReturnType<typeof issueCode>
  redeem: ReturnType<typeof redeemCode>
  attempt: SignInAttempt
  open: OpenSession
  limits: Pick<IpLimits, 'codeSend' | 'codeCheck'>
  publicOrigin: string
}) => {
  const challengeCookie = hostCookie('otp_tx', publicOrigin, codeLife)

  return new Elysia({ name: 'code-routes', prefix: '/api' })
    .post('/send-otp', async ({ body, request, set }) => {
      await limits.codeSend(request)
      const email = normalEmail(readBody(codeRequest, body).email)
      if (!email) throw new AppError('invalid_request', 'Email is not a valid email')
      const pending = challengeCookie.read(request)
      const asker = { device: describeDevice(request), address: clientAddress(request) }
      const challengeId = await issue(email, { pending, asker, requestId: String(set.headers['x-request-id']) })
      set.headers['set-cookie'] = challengeCookie.set(challengeId)
      return { success: true, resendIn: resendPause / 1000 }
    })
    .post('/verify-otp', async ({ body, request, set }) => {
      await limits.codeCheck(request)
      const { email: given, otp } = readBody(codeCheck, body)
      const email = normalEmail(given)
      const code = otp.replace(/\s/g, '')
      const requestId = String(set.headers['x-request-id'])
      const user = await attempt('code', requestId, async () => {
        if (!email || !/^[0-9]{6}$/.test(code)) throw wrongCode()
        return redeem(email, code, challengeCookie.read(request))
      })
      const cookie = await open(request, user, requestId)
      // Elysia sends one header line for each entry, but types the value as a single text.
      set.headers['set-cookie'] = [cookie, challengeCookie.clear()] as unknown as string
      return { success: true, user: toCurrentUser(user) }
    })
}
