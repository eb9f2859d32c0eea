import { AppError } from '@app/contracts/errors'

/** The server's message, or `fallback` when the answer had none that can be read. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof AppError && error.message && (error.code !== 'unreadable_answer' || error.status >= 400)
    ? error.message
    : fallback
