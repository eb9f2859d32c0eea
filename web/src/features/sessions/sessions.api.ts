import { sessionEnded, sessionList } from '@app/contracts/sessions'
import { done } from '@app/contracts/users'
import { request } from '#lib/api'

export const fetchSessions = (signal?: AbortSignal) => request(sessionList, '/api/sessions', { signal })

export const endSession = (id: string) =>
  request(sessionEnded, `/api/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** Every session of this person, the one of this browser included. */
export const endAllSessions = () => request(done, '/api/sessions', { method: 'DELETE' })
