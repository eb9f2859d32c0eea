import { hours } from '@app/contracts/durations'

/** `now`, or hours from now: a time that an address can hold without growing old. */
const relative = /^now(?:\+(\d{1,3})h)?$/

const aheadOf = (text: string) => {
  const match = relative.exec(text)
  return match ? Number(match[1] ?? 0) : undefined
}

/** The instant meant by a relative time at the moment of asking; any other text as it is. */
export function resolveTime(text: string, now = Date.now()): string {
  const ahead = aheadOf(text)
  return ahead === undefined ? text : new Date(now + hours(ahead)).toISOString()
}

/** A relative time in words; undefined for any other text. */
export function relativeWords(text: string): string | undefined {
  const ahead = aheadOf(text)
  if (ahead === undefined) return undefined
  return ahead === 0 ? 'now' : `${ahead} ${ahead === 1 ? 'hour' : 'hours'} from now`
}
