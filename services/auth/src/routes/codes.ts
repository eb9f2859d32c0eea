import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { hostCookie, sessionCookie, toCurrentUser, type tokenSigner } from '@app/session'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { issueCode } from '../actions/issue-code'
import { type redeemCode, wrongCode } from '../actions/redeem-code'
import { codeLife, resendPause } from '../models/login-code'

const sendBody = v.strictObject({ email: v.string() })
const verifyBody = v.strictObject({ email: v.string(), otp: v.string() })

/** A value of the wrong type is a malformed request here, and costs nobody a try. */
function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new AppError('invalid_request', 'The request is not valid.')
  return parsed.output
}

export const codeRoutes = ({
  issue,
  redeem,
  signer,
  publicOrigin,
}: {
  issue: ReturnType<typeof issueCode>
  redeem: ReturnType<typeof redeemCode>
  signer: Awaited<ReturnType<typeof tokenSigner>>
  publicOrigin: string
}) => {
  const challengeCookie = hostCookie('otp_tx', publicOrigin, codeLife)
  const session = sessionCookie(publicOrigin)

  return new Elysia({ name: 'code-routes', prefix: '/api' })
    .use(signer)
    .post('/send-otp', async ({ body, request, set }) => {
      const email = normalEmail(read(sendBody, body).email)
      if (!email) throw new AppError('invalid_request', 'Email is not a valid email')
      const pending = challengeCookie.read(request)
      const challengeId = await issue(email, { pending, requestId: String(set.headers['x-request-id']) })
      set.headers['set-cookie'] = challengeCookie.set(challengeId)
      return { success: true, resendIn: resendPause / 1000 }
    })
    .post('/verify-otp', async ({ body, request, set, sessionToken }) => {
      const { email: given, otp } = read(verifyBody, body)
      const email = normalEmail(given)
      const code = otp.replace(/\s/g, '')
      if (!email || !/^[0-9]{6}$/.test(code)) throw wrongCode()
      const { user, sid } = await redeem(email, code, challengeCookie.read(request))
      const token = await sessionToken.sign({ sub: user.id, sid })
      // Elysia sends one header line for each entry, but types the value as a single text.
      set.headers['set-cookie'] = [session.set(token), challengeCookie.clear()] as unknown as string
      return { success: true, user: toCurrentUser(user) }
    })
}
