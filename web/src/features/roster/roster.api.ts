import { readRoster } from '@app/contracts/calls/today'
import { queryOf } from '#lib/call-query'

export const rosterQuery = (date: string, lesson?: string) => queryOf(readRoster, { query: { date, lesson } })
