import { AppError } from '@app/contracts/errors'

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** A wait as people say it: seconds below two minutes, else whole minutes. */
const waitText = (seconds: number) =>
  seconds < 120 ? count(Math.ceil(seconds), 'second') : count(Math.ceil(seconds / 60), 'minute')

/** The server's own words where there are any, and after a refusal for now also when the next try makes sense. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof AppError) || error.code === 'unreadable_answer') return fallback
  if (error.code !== 'too_many_requests' || !error.retryAfter) return error.message
  return `${error.message} The next try is possible in ${waitText(error.retryAfter)}.`
}
