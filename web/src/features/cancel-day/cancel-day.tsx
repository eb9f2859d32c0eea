import type { RosterLesson } from '@app/contracts/today'
import { schoolDay } from '@app/school-time/school-day'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { CloudRain } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useMayEdit } from '#lib/rights'
import { longDay, schoolTime, shortDay } from '#lib/school-time'
import { counted, plural } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextAreaField, TextField } from '#ui/field'
import { LoadError } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { PhoneLink } from '#ui/phone-link'
import { Spinner } from '#ui/spinner'
import { showToastAtom } from '#ui/toast'
import { dayQuery } from './cancel-day.api'
import { peopleOf } from './recipients'
import { useCancelDay } from './use-cancel-day'

/** Opens the dialog that cancels all lessons of a day. */
export function CancelDay({ date }: { date: string }) {
  const [open, setOpen] = useState(false)
  // Here, so that a dialog that was closed after a failure continues with the rest when it is opened again.
  const canceling = useCancelDay(date)
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        <CloudRain className="size-4.5" />
        Cancel day
      </Button>
      {open && <CancelDialog date={date} canceling={canceling} onClose={() => setOpen(false)} />}
    </>
  )
}

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
  const mayAnnounce = useMayEdit('announcements')
  const { mutateAsync, isPending, error, variables } = canceling
  const failed = error ? variables : undefined
  const [announcement, setAnnouncement] = useState(
    failed?.announce ?? `Closed on ${day}: all lessons of this day are canceled.`,
  )
  const [subject, setSubject] = useState(failed?.write?.subject ?? `Lessons on ${day} are canceled`)
  const [text, setText] = useState(
    failed?.write?.text ??
      `Hi {first_name},\n\nThe lessons on ${day} are canceled because of the weather. Reply to this email to find another date.`,
  )
  const showToast = useSetAtom(showToastAtom)
  const { recipients, toCall } = peopleOf(lessons)
  const open = lessons.filter(({ cancelled }) => !cancelled)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (open.length === 0 && !failed) return
    await mutateAsync({
      reason: 'the weather',
      ...(mayAnnounce && announcement.trim() && { announce: announcement }),
      ...(recipients.length > 0 && { write: { subject, text } }),
    }).then(
      () => {
        showToast({ text: `${day} is canceled` })
        onClose()
      },
      () => {},
    )
  }

  return (
    <Dialog
      title={`Cancel ${day}`}
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {open.length === 0 && !failed ? 'Close' : 'Keep the lessons'}
          </Button>
          {(open.length > 0 || failed) && (
            <Button type="submit" form={form} disabled={isPending}>
              {isPending ? 'Canceling...' : confirmText(open.length, recipients.length)}
            </Button>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {open.length === 0 && !failed ? (
          <p>Every lesson of this day is canceled already.</p>
        ) : (
          <section aria-label="Lessons" className="grid gap-1">
            <p>{plural(open.length, 'This lesson is', 'These lessons are')} marked as canceled:</p>
            <ul className="grid gap-x-4 sm:grid-cols-2">
              {open.map(({ id, startsAt, title }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  <span className="font-semibold tabular-nums">{schoolTime(startsAt)}</span> {title}
                </li>
              ))}
            </ul>
          </section>
        )}
        {mayAnnounce ? (
          <TextAreaField
            id={`${form}-announcement`}
            label={`Announcement on the website until ${date === schoolDay() ? 'tonight' : `the end of ${shortDay(date)}`} (empty: none)`}
            rows={2}
            maxLength={300}
            value={announcement}
            onChange={({ target }) => setAnnouncement(target.value)}
          />
        ) : (
          <p>Nothing is announced on the website: someone with the right to change announcements can do that.</p>
        )}
        {recipients.length > 0 && (
          <>
            <TextField
              id={`${form}-subject`}
              label="Email subject"
              required
              maxLength={150}
              value={subject}
              onChange={({ target }) => setSubject(target.value)}
            />
            <TextAreaField
              id={`${form}-text`}
              label="Email"
              required
              maxLength={5_000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <details>
              <summary className="min-h-9 cursor-pointer font-semibold text-forest">
                Goes to {counted(recipients.length, 'person', 'people')}, each once
              </summary>
              <ul className="grid gap-1 py-1">
                {recipients.map(({ name, email }) => (
                  <li key={email} className="[overflow-wrap:anywhere]">
                    {name} <span className="text-muted">{email}</span>
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
        {toCall.length > 0 && (
          <section aria-label="No email address" className="grid gap-1">
            <p className="font-semibold">No email address, please call:</p>
            <ul>
              {toCall.map(({ id, label, phone }) => (
                <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3">
                  {label}{' '}
                  {phone ? <PhoneLink phone={phone} name={label} /> : <span className="text-muted">no phone</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {error && (
          <Notice tone="bad">
            <p>{failureText(error, 'Failed to cancel the day')}</p>
            <p>Try again: what is done already is not repeated.</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

const confirmText = (lessons: number, people: number) =>
  `Cancel ${counted(lessons, 'lesson')}${people > 0 ? ` and write to ${people}` : ''}`
