import { readRoster, readToday } from '@app/contracts/calls/today'
import type { DayCancellation } from '@app/contracts/days'
import { useQueryClient } from '@tanstack/react-query'
import { recordsKey } from '#lib/record-keys'
import { useSingleMutation } from '#lib/use-single-mutation'
import { cancelDay } from './cancel-day.api'

/** Cancels a day by one call: the lessons, an announcement, and an email to each participant. */
export function useCancelDay(date: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['cancel-day', date],
    mutationFn: (body: DayCancellation) => cancelDay(date, body),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [readToday.id] }),
        client.invalidateQueries({ queryKey: recordsKey('lessons') }),
        client.invalidateQueries({ queryKey: recordsKey('announcements') }),
        client.invalidateQueries({ queryKey: [readRoster.id] }),
      ]),
  })
}
