import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { clientAddress, widerNetworks } from './client-address'
import type { SharedCounters } from './shared-counters'

/** Maximum number of requests per client address and window; twice as many per /56, four times as many per /48. */
const limits = {
  codeSend: { max: 20, window: minutes(15) },
  codeCheck: { max: 40, window: minutes(15) },
  providerLogin: { max: 60, window: minutes(15) },
  inquiry: { max: 5, window: minutes(10) },
} as const

export type IpLimitName = keyof typeof limits
/** Counts a request. @throws AppError `too_many_requests` beyond the limit */
export type IpLimit = (request: Request) => Promise<void>
export type IpLimits = Record<IpLimitName, IpLimit>

/**
 * Limits by client address.
 *
 * @param factor multiplies every maximum, for a site behind one shared address and for tests
 */
export function ipLimits({ counter }: Pick<SharedCounters, 'counter'>, factor = 1): IpLimits {
  const limit = (name: IpLimitName): IpLimit => {
    const { max, window } = limits[name]
    const count = counter(name, { max: max * factor, window })
    // An owner of a /48 has 65,536 networks of the size that a household gets.
    const wider = new Map(
      [2, 4].map((size) => [size, counter(`${name}-x${size}`, { max: max * factor * size, window })]),
    )
    return async (request) => {
      const waits = await Promise.all([
        count(clientAddress(request)),
        ...widerNetworks(request).map(({ key, factor }) => wider.get(factor)!(key)),
      ])
      const wait = Math.max(...waits)
      if (wait === 0) return
      const text = 'Too many attempts from your network. Please wait a few minutes and try again.'
      throw new AppError('too_many_requests', text, undefined, { retryAfter: Math.ceil(wait / seconds(1)) })
    }
  }
  return {
    codeSend: limit('codeSend'),
    codeCheck: limit('codeCheck'),
    providerLogin: limit('providerLogin'),
    inquiry: limit('inquiry'),
  }
}
