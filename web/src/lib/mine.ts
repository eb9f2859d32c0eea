import { readMine } from '@app/contracts/today'
import { queryOf } from './queries'

/** The instructors whose records name the user as the one who signs in. */
export const mineQuery = { ...queryOf(readMine), staleTime: 60_000, retry: false, refetchOnWindowFocus: false }

/** True if one of these instructors teaches the lesson. */
export const isMine = (mine: readonly string[], instructor: unknown) =>
  typeof instructor === 'string' && mine.includes(instructor)
