import { AppError } from '@app/contracts/errors'
import { failureText } from '#lib/failure-text'

/** Why a sign-in failed: `fallback` also when the server's response could not be read, whatever its status. */
export const loginText = (error: unknown, fallback: string) =>
  error instanceof AppError && error.code === 'unreadable_answer' ? fallback : failureText(error, fallback)
