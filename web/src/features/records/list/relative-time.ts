import { hours } from '@app/contracts/durations'
import { counted } from '#lib/words'

/** `now` or hours from now: a time in an address that does not go stale. */
const relative = /^now(?:\+(\d{1,3})h)?$/

const aheadOf = (text: string) => {
  const match = relative.exec(text)
  return match ? Number(match[1] ?? 0) : undefined
}

/** The instant of a relative time; any other text unchanged. */
export function resolveTime(text: string, now = Date.now()): string {
  const ahead = aheadOf(text)
  return ahead === undefined ? text : new Date(now + hours(ahead)).toISOString()
}

/** The display text of a relative time; undefined for any other text. */
export function relativeText(text: string): string | undefined {
  const ahead = aheadOf(text)
  if (ahead === undefined) return undefined
  return ahead === 0 ? 'now' : `${counted(ahead, 'hour')} from now`
}
