import { messageOf } from '@app/installer/message-of'
import type { Variables } from '@app/secrets/env-file'
import type { Context } from '../context'
import { hasTls, hostHere } from '../status/certificate'
import { compose } from './programs'

const timeoutMs = 10_000
/** Never resolves, so a mistake can reach no person. */
const nobody = 'update@inquiry.invalid'

type Call = (path: string, body?: object) => Promise<Response>

/** Calls the site as a visitor does, but on this machine: its name may lead elsewhere, to a proxy or a network. */
function visitor(variables: Variables): Call {
  const { PORT = '8080', TLS_PORT = '8443' } = variables
  const PUBLIC_ORIGIN = variables['PUBLIC_ORIGIN'] || `http://localhost:${PORT}`
  const host = hostHere(variables)
  const base = hasTls(variables) ? `https://${host}:${TLS_PORT}` : `http://${host}:${PORT}`
  return (path, body) =>
    fetch(base + path, {
      headers: {
        host: new URL(PUBLIC_ORIGIN).host,
        origin: PUBLIC_ORIGIN,
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      // The certificate of that name, asked for by address.
      tls: { rejectUnauthorized: false },
    })
}

async function inquiryErrors(context: Context): Promise<string[]> {
  const program = 'check-inquiry.js'
  // A version from before has no such program.
  const has = await compose(context, 'exec', '-T', 'forms', 'bash', '-c', `test -e ${program} && echo yes || echo no`)
  if (has !== 'yes') return []
  return compose(context, 'exec', '-T', 'forms', 'bun', program).then(
    () => [],
    (error: Error) => [`an inquiry does not get from the form to the mail server: ${error.message}`],
  )
}

/** Errors of the running site: page, list, sign-in up to the code, and an inquiry up to the mail server. */
export async function errorsOfSite(context: Context, variables: Variables): Promise<string[]> {
  const call = visitor(variables)
  const check = async (name: string, expected: readonly number[], request: () => Promise<Response>, text = '') => {
    try {
      const answer = await request()
      const body = await answer.text()
      if (!expected.includes(answer.status)) return [`${name}: HTTP ${answer.status} ${body.slice(0, 200)}`]
      return body.includes(text) ? [] : [`${name}: the answer has no ${text}`]
    } catch (error) {
      return [`${name}: ${messageOf(error)}`]
    }
  }
  const mayAskForCode = variables['OTP_ALLOW_UNKNOWN'] !== 'true'
  const errors = await Promise.all([
    check('the home page', [200], () => call('/'), '<h1'),
    check('the login page', [200], () => call('/login')),
    // 204 where admin-tables does not answer.
    check('the list of the site', [200], () => call('/api/site')),
    check('the list of a table without a session', [401], () => call('/api/tables/announcements')),
    check('a session that does not exist', [401], () => call('/api/users/me')),
    // Known and unknown addresses get the same response.
    ...(mayAskForCode
      ? [check('asking for a login code', [200, 429], () => call('/api/send-otp', { email: nobody }))]
      : []),
    check('a wrong login code', [400, 401, 422, 429], () => call('/api/verify-otp', { email: nobody, otp: '000000' })),
    check('an inquiry without content', [400, 422, 429], () => call('/api/forms/submit', {})),
    inquiryErrors(context),
  ])
  return errors.flat()
}
