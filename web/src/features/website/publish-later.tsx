import { AppError } from '@app/contracts/errors'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { afterGap, instantsOf, zoneName } from '#lib/local-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { scheduleWebsiteAtom } from './website.atoms'

/** Publishes what the dialog lists at a later time, on the school's clock. */
export function PublishLater({ onScheduled }: { onScheduled: () => void }) {
  const [time, setTime] = useState('')
  const schedule = useSetAtom(scheduleWebsiteAtom)
  const at = time && (instantsOf(time)[0] ?? afterGap(time))
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['scheduleSite'],
    mutationFn: schedule,
    onSuccess: onScheduled,
  })
  const wrong = error instanceof AppError ? error.fields?.at : undefined
  const message = wrong ?? (error && failureText(error, 'The publication could not be scheduled.'))
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Publish later</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          id="website-publish-at"
          label={`Day and time${at ? `, ${zoneName(at)}` : ''}`}
          type="datetime-local"
          value={time}
          {...(message && { error: message })}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button variant="outline" disabled={!at || isPending} onClick={() => at && mutate(at)}>
          Schedule
        </Button>
      </div>
    </fieldset>
  )
}
