import type { DayCancellation } from '@app/contracts/days'
import { useQueryClient } from '@tanstack/react-query'
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
        client.invalidateQueries({ queryKey: ['today'] }),
        client.invalidateQueries({ queryKey: ['records'] }),
        client.invalidateQueries({ queryKey: ['roster'] }),
      ]),
  })
}
