import { AppError } from '@app/contracts/errors'

/** Exports that this process writes at the same moment. */
const most = 4

const refuse = (text: string) => new AppError('too_many_requests', text, undefined, { retryAfter: 5 })

/** One export at a time for each session, and a few in all: they are long, and the others should not notice them. */
export function exportSlots() {
  const taken = new Set<string>()
  return {
    /** @returns gives the slot back; it may be called more than once */
    take(sid: string): () => void {
      if (taken.has(sid)) throw refuse('An export of yours is still running. Wait for it, or cancel it.')
      if (taken.size >= most) throw refuse('Several exports are running at the moment. Please try again shortly.')
      taken.add(sid)
      return () => void taken.delete(sid)
    },
  }
}

export type ExportSlots = ReturnType<typeof exportSlots>
