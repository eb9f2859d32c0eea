import { AppError } from '@app/contracts/errors'

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** Seconds below two minutes, otherwise whole minutes. */
const waitText = (seconds: number) =>
  seconds < 120 ? count(Math.ceil(seconds), 'second') : count(Math.ceil(seconds / 60), 'minute')

/** The server's message or `fallback`; a rate limit also says when to try again. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof AppError) || error.code === 'unreadable_answer') return fallback
  if (error.code !== 'too_many_requests' || !error.retryAfter) return error.message
  return `${error.message} You can try again in ${waitText(error.retryAfter)}.`
}
