import { listSessions } from '@app/contracts/account'
import { queryOf } from '#lib/call-query'

export const sessionsQuery = queryOf(listSessions)

/** One of these calls at a time. */
export const endKey = ['end-session']
