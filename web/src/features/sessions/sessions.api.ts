import { sessionEnded, sessionList } from '@app/contracts/sessions'
import { done } from '@app/contracts/users'
import { request } from '#lib/api'

export const fetchSessions = (signal?: AbortSignal) => request(sessionList, '/api/sessions', { signal })

export const endSession = (id: string) =>
  request(sessionEnded, `/api/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** All sessions of the user, including the current one. */
export const endAllSessions = () => request(done, '/api/sessions', { method: 'DELETE' })
