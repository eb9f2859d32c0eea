import { AppError } from '@app/contracts/errors'
import { counted } from './words'

/** Seconds below two minutes, otherwise whole minutes. */
const waitText = (seconds: number) =>
  seconds < 120 ? counted(Math.ceil(seconds), 'second') : counted(Math.ceil(seconds / 60), 'minute')

/** The server's message, or `fallback` when its response had none that can be read; a rate limit also says when to try again. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof AppError) || !error.message || (error.code === 'unreadable_answer' && error.status < 400))
    return fallback
  if (error.code !== 'too_many_requests' || !error.retryAfter) return error.message
  return `${error.message} You can try again in ${waitText(error.retryAfter)}.`
}

export function logFailure(what: string, cause: unknown) {
  // biome-ignore lint/suspicious/noConsole: the console is the only log a browser has.
  console.warn(what, cause)
}
