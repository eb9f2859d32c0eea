import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { type SignInContext, type SignInMailJob, type SignInQueue, signInMailJob } from '@app/mail'
import type { AccountStore } from '../people/account'
import type { KnownDeviceStore } from '../sessions/open-session'
import { codeLife } from './code-budgets'
import { challengeIdOf, codeDigest, type LoginCodeStore, newCode, type Slot } from './login-code'
import { loginCodes } from './metrics'

/** The network that shares a budget: /24 of IPv4, /48 of IPv6 (`clientAddress` gives the address or the /64). */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')

/** Which budgets a request for a code counts against: those of a known browser, or those of its network. */
const codeSlot =
  ({ devices, pepper }: { devices: Pick<KnownDeviceStore, 'isKnown'>; pepper: string }) =>
  async (email: string, from: { address: string; deviceId: string | undefined }): Promise<Slot> => {
    const known = from.deviceId !== undefined && (await devices.isKnown(email, from.deviceId))
    const source = known ? `device ${from.deviceId}` : `network ${networkOf(from.address)}`
    const key = createHmac('sha256', pepper).update(source).digest('base64url').slice(0, 22)
    return { pool: known ? 'known' : 'open', key }
  }

type Deps = {
  codes: Pick<LoginCodeStore, 'issue' | 'isCurrent'>
  accounts: Pick<AccountStore, 'maySignIn'>
  devices: Pick<KnownDeviceStore, 'isKnown'>
  mail: Pick<SignInQueue, 'sendLoginCode' | 'isFull'>
  pepper: string
  sealKey: Buffer
  adminEmails: readonly string[]
  allowUnknown: boolean
  log: { info(details: object, event: string): void }
  now?: () => number
}

/** Queueing starts after the answer: even its first steps would reveal a known address by timing. */
const afterAnswer = (work: () => unknown) => setTimeout(work, 1)

type Request = {
  /** The challenge that the browser already holds; it stays while no new code is due. */
  pending: string | undefined
  deviceId: string | undefined
  asker: Omit<SignInContext, 'at'>
  requestId: string
  /** The address is vouched for by an identity provider, so a code is mailed although it is unknown here. */
  vouched?: boolean
}

/**
 * Issues a code and returns the challenge that binds it to the requesting browser. Every address costs the same work and
 * gets the same answer; only known ones receive a mail, which is queued after the answer.
 */
export const issueCode = ({
  codes,
  accounts,
  devices,
  mail,
  pepper,
  sealKey,
  adminEmails,
  allowUnknown,
  log,
  now = Date.now,
}: Deps) => {
  const slotOf = codeSlot({ devices, pepper })
  async function send(job: SignInMailJob): Promise<void> {
    const queued = await mail.sendLoginCode(job)
    loginCodes.add({ outcome: queued ? 'queued' : 'lost' })
    log.info({ requestId: job.requestId, mailId: job.mailId, queued }, 'login code queued')
  }
  return async (email: string, { pending, deviceId, asker, requestId, vouched = false }: Request): Promise<string> => {
    // The same answer for every address: the code could not be queued.
    if (await mail.isFull()) {
      loginCodes.add({ outcome: 'lost' })
      throw new AppError('unavailable', 'We cannot send a code right now. Please try again in a few minutes.')
    }
    const slot = await slotOf(email, { address: asker.address, deviceId })
    const challengeId = challengeIdOf(slot, randomBytes(24).toString('base64url'))
    const code = newCode()
    const [known, issued, stillCurrent] = await Promise.all([
      accounts.maySignIn(email),
      codes.issue(email, { id: challengeId, digest: codeDigest(pepper, challengeId, email, code) }),
      codes.isCurrent(email, pending ?? ''),
    ])
    // Sealed for every address, so that timing reveals nothing.
    const asked = { ...asker, at: new Date(now()).toISOString() }
    const content = { kind: 'login_code', to: email, code, asked } as const
    const job = signInMailJob(sealKey, content, { until: now() + codeLife, requestId })
    if (!issued) {
      loginCodes.add({ outcome: 'throttled' })
      afterAnswer(() => log.info({ requestId }, 'login code withheld'))
      return pending && stillCurrent ? pending : challengeId
    }
    if (known || vouched || allowUnknown || adminEmails.includes(email)) afterAnswer(() => send(job))
    else loginCodes.add({ outcome: 'unknown' })
    return challengeId
  }
}

export type IssueCode = ReturnType<typeof issueCode>
