import { AppError } from '@app/contracts/errors'
import type { SessionSummary } from '@app/contracts/sessions'
import { atom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { endAllSessions, endSession, fetchSessions } from './sessions.api'

type State = {
  list: readonly SessionSummary[] | null
  /** The id of the session that is being ended, or `all`. */
  ending: string | null
  failure: string
  /** Read out by screen readers. */
  announcement: string
}
const start: State = { list: null, ending: null, failure: '', announcement: '' }

const stateAtom = atom(start)
export const sessionsAtom = atom((get) => get(stateAtom))
const changeAtom = atom(null, (get, set, change: Partial<State>) => set(stateAtom, { ...get(stateAtom), ...change }))

export const loadSessionsAtom = atom(null, async (_get, set) => {
  set(stateAtom, start)
  try {
    set(changeAtom, { list: await fetchSessions() })
  } catch (error) {
    set(changeAtom, { failure: failureText(error, 'Failed to load your sessions') })
  }
})

/** Ends one session; one that has already ended counts as success. Resolves with the result. */
export const endSessionAtom = atom(null, async (get, set, { id, device }: SessionSummary) => {
  if (get(stateAtom).ending) return false
  set(changeAtom, { ending: id, failure: '', announcement: '' })
  try {
    await endSession(id).catch((error) => {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    })
    const list = get(stateAtom).list?.filter((each) => each.id !== id) ?? null
    set(changeAtom, { ending: null, list, announcement: `Ended: ${device}` })
    return true
  } catch (error) {
    set(changeAtom, { ending: null, failure: failureText(error, 'Failed to end the session') })
    return false
  }
})

/** Ends every session and leaves. */
export const endAllSessionsAtom = atom(null, async (get, set, leave: () => void) => {
  if (get(stateAtom).ending) return
  set(changeAtom, { ending: 'all', failure: '', announcement: '' })
  try {
    await endAllSessions()
    set(changeAtom, start)
    leave()
  } catch (error) {
    set(changeAtom, { ending: null, failure: failureText(error, 'Failed to log out everywhere') })
  }
})
