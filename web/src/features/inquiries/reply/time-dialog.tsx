import { days } from '@app/contracts/durations'
import { type FormEvent, useId, useState } from 'react'
import { afterGap, instantsOf, localTime, zoneName } from '#lib/local-time'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { snoozeTimes } from './snooze-times'

type Props = { title: string; onTime: (until: Date) => void; onClose: () => void }

const maxAhead = days(365)

/** Asks for a day and a time on the school's clock, within the next year. It begins with tomorrow morning. */
export function TimeDialog({ title, onTime, onClose }: Props) {
  const id = useId()
  const [local, setLocal] = useState(() => localTime(snoozeTimes(Date.now())[0]!.until.toISOString()))
  const [error, setError] = useState<string>()
  const at = local && (instantsOf(local)[0] ?? afterGap(local))

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // The dialog is in the page of a form whose own fields it must not send.
    event.stopPropagation()
    const ahead = at ? Date.parse(at) - Date.now() : Number.NaN
    if (ahead > 0 && ahead < maxAhead) onTime(new Date(Date.now() + ahead))
    else setError(at ? 'Choose a time within the next year.' : 'Choose a day and a time.')
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            OK
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <TextField
          id={`${id}-time`}
          label={`Day and time${at ? `, ${zoneName(at)}` : ''}`}
          type="datetime-local"
          value={local}
          {...(error && { error })}
          onChange={({ target }) => {
            setLocal(target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
