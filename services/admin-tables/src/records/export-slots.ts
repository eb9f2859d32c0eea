import { AppError } from '@app/contracts/errors'

/** Concurrent exports per process. */
const maxExports = 4

const refuse = (text: string) => new AppError('too_many_requests', text, undefined, { retryAfter: 5 })

/** One export at a time per session and a few in all, so that exports do not slow down other requests. */
export function exportSlots() {
  const taken = new Set<string>()
  return {
    /** @returns releases the slot; may be called more than once */
    take(sid: string): () => void {
      if (taken.has(sid)) throw refuse('Your previous export is still running. Wait for it to finish, or cancel it.')
      if (taken.size >= maxExports) throw refuse('Several exports are running. Please try again shortly.')
      taken.add(sid)
      return () => void taken.delete(sid)
    },
  }
}

export type ExportSlots = ReturnType<typeof exportSlots>
