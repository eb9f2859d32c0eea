import { cancelDay as cancelCall, type DayCancellation } from '@app/contracts/days'
import { AppError } from '@app/contracts/errors'
import { type RosterLesson, readRoster, readToday } from '@app/contracts/today'
import { schoolDay } from '@app/school-time/school-day'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudRain } from 'lucide-react'
import { useId, useState } from 'react'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { recordsKey } from '#lib/records'
import { useRights } from '#lib/rights'
import { longDay, schoolTime, shortDay } from '#lib/school-time'
import { counted, plural } from '#lib/words'
import { SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { fieldsOf, useValues } from '#ui/form-values'
import { Spinner } from '#ui/icon'
import { LoadError } from '#ui/load-state'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'
import { Recipients, useRecipients } from './recipients'

const dayQuery = (date: string) => ({ ...queryOf(readRoster, { query: { date } }), staleTime: 0 })

/** Begins to cancel a day; what is not done when it resolves continues on the server. A repeated call does only what is left. */
async function cancelDay(date: string, body: DayCancellation): Promise<void> {
  const started = await callApi(cancelCall, { params: { date }, body })
  if (started.state === 'failed' || started.state === 'stopped')
    throw new AppError('conflict', started.reason ?? 'Failed to cancel the day')
}

/** Cancels a day by one call: the lessons, an announcement, and an email to each participant. */
function useCancelDay(date: string) {
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

/** Opens the dialog that cancels the lessons of a day, or those at one place. */
export function CancelDay({ date }: { date: string }) {
  const [open, setOpen] = useState(false)
  // Here, so that a dialog that was closed after a failure continues with the rest when it is opened again.
  const canceling = useCancelDay(date)
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>
        <CloudRain className="size-4.5" />
        Cancel day
      </SmallButton>
      {open && <CancelDialog date={date} canceling={canceling} onClose={() => setOpen(false)} />}
    </>
  )
}

const audiences = ['students', 'instructors'] as const

type Props = { date: string; canceling: ReturnType<typeof useCancelDay>; onClose: () => void }

function CancelDialog({ date, canceling, onClose }: Props) {
  const { data, error, refetch } = useQuery(dayQuery(date))
  if (data) return <CancelForm date={date} lessons={data.lessons} canceling={canceling} onClose={onClose} />
  return (
    <Dialog title={`Cancel ${longDay(date)}`} onClose={onClose}>
      {error ? (
        <LoadError error={error} fallback="Failed to load the day" onRetry={() => refetch()} />
      ) : (
        <p role="status" className="flex items-center gap-2">
          <Spinner />
          Loading the day...
        </p>
      )}
    </Dialog>
  )
}

function CancelForm({ date, lessons, canceling, onClose }: Props & { lessons: readonly RosterLesson[] }) {
  const day = longDay(date)
  const form = useId()
  const may = useRights()
  const mayAnnounce = may('announcements', 'edit')
  const { mutateAsync, isPending, error, variables } = canceling
  const failed = error ? variables : undefined
  const [typed, change] = useValues({
    place: failed?.place ?? '',
    ...(failed && { announce: failed.announce ?? '' }),
    ...failed?.write,
  })
  const { place } = typed
  const places = placesOf(lessons)
  const where = places.find(({ value }) => value === place)?.label
  const values = { ...textsFor(day, where), ...typed }
  const { announce, subject, text } = values
  const field = fieldsOf(form, values, change)
  const showToast = useToast()
  const open = lessons.filter(({ cancelled, placeValue }) => !cancelled && (place === '' || placeValue === place))
  // Writing needs the right to see students; instructors are written to as well by those who may see them.
  const to = may('students', 'view') ? audiences.filter((table) => may(table, 'view')) : []
  const isAsked = open.length > 0 && to.length > 0
  const about = { table: 'lessons' as const, ids: open.map(({ id }) => id) }
  const { recipients, count } = useRecipients(isAsked ? { about, to } : undefined)
  const isDone = open.length === 0 && !failed

  async function submit() {
    await mutateAsync({
      reason: 'the weather',
      ...(place !== '' && { place }),
      ...(mayAnnounce && announce.trim() && { announce }),
      ...((count > 0 || failed?.write) && { write: { subject, text } }),
    }).then(
      () => {
        showToast({ text: where ? `${day} is canceled at ${where}` : `${day} is canceled` })
        onClose()
      },
      () => {},
    )
  }

  return (
    <SavingDialog
      title={`Cancel ${day}`}
      saving={{ isPending, error, mutate: submit }}
      texts={{
        submit: confirmText(open.length, count),
        busy: 'Canceling...',
        failure: 'Failed to cancel the day',
        cancel: isDone ? 'Close' : 'Keep the lessons',
      }}
      isReadOnly={isDone}
      isIncomplete={recipients.isLoading}
      onClose={onClose}
    >
      {places.length > 1 && <SelectField {...field('place', 'Where')} placeholder="Everywhere" options={places} />}
      {isDone ? (
        <p>Every lesson of this day is canceled already.</p>
      ) : (
        <section aria-label="Lessons" className="grid gap-1">
          <p>{plural(open.length, 'This lesson is', 'These lessons are')} marked as canceled:</p>
          <ul className="grid gap-x-4 sm:grid-cols-2">
            {open.map(({ id, startsAt, title }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <span className="whitespace-nowrap font-semibold tabular-nums">{schoolTime(startsAt)}</span> {title}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayAnnounce ? (
        <TextAreaField
          {...field(
            'announce',
            `Announcement on the website until ${date === schoolDay() ? 'tonight' : `the end of ${shortDay(date)}`} (empty: none)`,
          )}
          rows={2}
          maxLength={300}
        />
      ) : (
        <p>Nothing is announced on the website: someone with the right to change announcements can do that.</p>
      )}
      {(count > 0 || failed?.write) && (
        <>
          <TextField {...field('subject', 'Email subject')} required maxLength={150} />
          <TextAreaField {...field('text', 'Email')} required maxLength={5_000} />
        </>
      )}
      {isAsked && <Recipients of={recipients} />}
      {error && <p className="text-bad">Try again: what is already done is not repeated.</p>}
    </SavingDialog>
  )
}

/** The places of the lessons that are not canceled yet, each once. */
const placesOf = (lessons: readonly RosterLesson[]) =>
  [
    ...new Map(
      lessons.flatMap(({ cancelled, place, placeValue }) =>
        cancelled || placeValue === '' ? [] : [[placeValue, place]],
      ),
    ),
  ].map(([value, label]) => ({ value: value!, label: label! }))

/** Texts that are filled in until a person changes them. */
const textsFor = (day: string, where: string | undefined) => {
  const when = where ? `${day} (${where})` : day
  const what = where ? 'all lessons there' : 'all lessons of this day'
  return {
    announce: `Closed on ${when}: ${what} are canceled.`,
    subject: `Lessons on ${when} are canceled`,
    text: `Hi {first_name},\n\nThe lessons on ${when} are canceled because of the weather. Reply to this email to find another date.`,
  }
}

const confirmText = (lessons: number, people: number) =>
  `Cancel ${counted(lessons, 'lesson')}${people > 0 ? ` and write to ${people}` : ''}`
