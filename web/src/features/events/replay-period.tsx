import { listDeliveries, replayDeliveries } from '@app/contracts/webhook-calls'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useId, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'

/** Sends the deliveries of some days again, as after a mistake of the program that receives them. */
export function ReplayPeriod({ id }: { id: string }) {
  const fieldId = useId()
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const today = schoolDay()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const replay = useSingleMutation({
    mutationKey: ['replay-period', id],
    mutationFn: () => {
      const body = { from: startOfDay(from).toISOString(), to: startOfDay(to, 1).toISOString() }
      return callApi(replayDeliveries, { params: { id }, body })
    },
    onSuccess: ({ count }) => showToast({ text: `${counted(count, 'delivery', 'deliveries')} will be sent again` }),
    onSettled: () => client.invalidateQueries({ queryKey: [listDeliveries.id] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replay.mutate()
  }
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center text-link">Send several days again</summary>
      <form onSubmit={submit} className="grid gap-3 pb-2">
        <p className="text-muted text-sm">
          Everything that was sent on these days goes out once more, with the same ids. Deliveries are kept for 30 days.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            id={`${fieldId}-from`}
            label="From"
            type="date"
            required
            max={to}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            id={`${fieldId}-to`}
            label="To"
            type="date"
            required
            min={from}
            max={today}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button type="submit" variant="outline" disabled={replay.isPending}>
            {replay.isPending ? 'Starting...' : 'Send again'}
          </Button>
        </div>
        {replay.error && (
          <Notice tone="bad">
            <p>{failureText(replay.error, 'They could not be sent again')}</p>
          </Notice>
        )}
      </form>
    </details>
  )
}
