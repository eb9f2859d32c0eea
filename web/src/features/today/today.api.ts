import { readToday } from '@app/contracts/calls/today'
import { minutes } from '@app/contracts/durations'
import { queryOf } from '#lib/call-query'

export const todayQuery = { ...queryOf(readToday), staleTime: minutes(1) }
