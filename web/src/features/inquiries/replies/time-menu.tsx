import { days, hours } from '@app/contracts/durations'
import { schoolDay, timeOfDay } from '@app/school-time/school-day'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { afterGap, instantsOf, localTime, zoneName } from '#lib/local-time'
import { useShortcuts } from '#lib/use-listener'
import { useNow } from '#lib/use-now'
import { TextField } from '#ui/field'
import { Menu } from '#ui/popover'
import { SavingDialog } from '#ui/saving-dialog'
import { formatTime } from '../format-time'

type SnoozeTime = { key: string; label: string; until: Date }

/** In minutes after midnight: when a day begins at the school. */
const morning = 9 * 60

/** The days until the next one of this weekday, which is not today. */
const daysTo = (weekday: number, today: string) => ((weekday + 6 - new Date(`${today}T12:00:00Z`).getUTCDay()) % 7) + 1
const [monday, saturday] = [1, 6]

/** The morning of the next Saturday, which is not today. */
export function nextSaturday(now: number): Date {
  const today = schoolDay(now)
  return timeOfDay(today, morning, daysTo(saturday, today))
}

/** Offered times: later today, tomorrow, the next day of lessons, next week. Days begin at nine on the school's clock. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const today = schoolDay(now)
  const at = (ahead: number) => timeOfDay(today, morning, ahead)
  const toMonday = daysTo(monday, today)
  const toSaturday = daysTo(saturday, today)
  return [
    { key: 'tomorrow', label: 'Tomorrow morning', until: at(1) },
    { key: 'hours', label: 'In 3 hours', until: new Date(now + hours(3)) },
    ...(toSaturday > 1 && toSaturday < 7
      ? [{ key: 'saturday', label: 'Saturday morning', until: at(toSaturday) }]
      : []),
    ...(toMonday === 1 ? [] : [{ key: 'monday', label: 'Monday morning', until: at(toMonday) }]),
    { key: 'week', label: 'In a week', until: at(7) },
  ]
}

type TimeDialogProps = {
  title: string
  maxDays?: number | undefined
  onTime: (until: Date) => void
  onClose: () => void
}

/** Asks for a day and a time on the school's clock, within the next year, or so many days. It begins with tomorrow morning. */
function TimeDialog({ title, maxDays = 365, onTime, onClose }: TimeDialogProps) {
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
        error={error}
        onValue={(value) => {
          setLocal(value)
          setError(undefined)
        }}
      />
    </SavingDialog>
  )
}

type KeyedMenuProps = Omit<ComponentProps<typeof Menu>, 'className'> & { shortcut: string }

const style =
  'inline-flex min-h-9 items-center gap-1.5 rounded-control border-2 border-edge bg-card px-3 py-1 font-display font-semibold text-sm hover:border-forest hover:bg-sunken'

/** A menu that a key opens as well. */
export function KeyedMenu({ shortcut, ...menu }: KeyedMenuProps) {
  const box = useRef<HTMLSpanElement>(null)
  useShortcuts({ [shortcut]: () => box.current?.querySelector<HTMLElement>('button')?.click() })
  return (
    <span ref={box}>
      <Menu className={style} {...menu} />
    </span>
  )
}

type Props = Omit<ComponentProps<typeof KeyedMenu>, 'items'> & {
  /** Entries before those of times. */
  before?: ComponentProps<typeof KeyedMenu>['items']
  /** The longest time ahead, in days. */
  maxDays?: number
  onTime: (until: Date) => void
}

/** Offers the usual times ahead, and any other. */
export function TimeMenu({ before = [], maxDays, onTime, ...menu }: Props) {
  const now = useNow()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <KeyedMenu
        {...menu}
        items={[
          ...before,
          ...snoozeTimes(now).map(({ key, label, until }) => ({
            key,
            content: (
              <>
                {label}
                <span className="ml-auto pl-4 text-muted text-sm">{formatTime(until.toISOString(), now)}</span>
              </>
            ),
            onSelect: () => onTime(until),
          })),
          { key: 'other', content: 'Another time...', onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing && (
        <TimeDialog
          title={menu.label}
          maxDays={maxDays}
          onClose={() => setChoosing(false)}
          onTime={(until) => {
            setChoosing(false)
            onTime(until)
          }}
        />
      )}
    </>
  )
}
