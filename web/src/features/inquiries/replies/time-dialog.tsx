import { days } from '@app/contracts/durations'
import { useId, useState } from 'react'
import { afterGap, instantsOf, localTime, zoneName } from '#lib/local-time'
import { TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { snoozeTimes } from './snooze-times'

type Props = { title: string; maxDays?: number | undefined; onTime: (until: Date) => void; onClose: () => void }

/** Asks for a day and a time on the school's clock, within the next year, or so many days. It begins with tomorrow morning. */
export function TimeDialog({ title, maxDays = 365, onTime, onClose }: Props) {
  const id = useId()
  const [local, setLocal] = useState(() => localTime(snoozeTimes(Date.now())[0]!.until.toISOString()))
  const [error, setError] = useState<string>()
  const at = local && (instantsOf(local)[0] ?? afterGap(local))

  function choose() {
    const ahead = at ? Date.parse(at) - Date.now() : Number.NaN
    if (ahead > 0 && ahead < days(maxDays)) onTime(new Date(Date.now() + ahead))
    else
      setError(
        at
          ? `Choose a time within the next ${maxDays === 365 ? 'year' : `${maxDays} days`}.`
          : 'Choose a day and a time.',
      )
  }
  return (
    <SavingDialog
      title={title}
      size="small"
      saving={{ mutate: choose }}
      texts={{ submit: 'OK' }}
      noValidate
      onClose={onClose}
    >
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
    </SavingDialog>
  )
}
