import type { RosterLesson } from '@app/contracts/today'
import { schoolDay } from '@app/table-schema/school-day'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { CloudRain } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useMayEdit } from '#lib/rights'
import { longDay, schoolTime, shortDay } from '#lib/school-time'
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
  const cancelling = useCancelDay(date)
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        <CloudRain className="size-4.5" />
        Cancel day
      </Button>
      {open && <CancelDialog date={date} cancelling={cancelling} onClose={() => setOpen(false)} />}
    </>
  )
}

type Props = { date: string; cancelling: ReturnType<typeof useCancelDay>; onClose: () => void }

function CancelDialog({ date, cancelling, onClose }: Props) {
  const { data, error, refetch } = useQuery(dayQuery(date))
  if (data) return <CancelForm date={date} lessons={data.lessons} cancelling={cancelling} onClose={onClose} />
  return (
    <Dialog title={`Cancel ${longDay(date)}`} onClose={onClose}>
      {error ? (
        <LoadError text={messageOf(error, 'Failed to load the day')} onRetry={() => refetch()} />
      ) : (
        <p role="status" className="flex items-center gap-2">
          <Spinner />
          Loading the day...
        </p>
      )}
    </Dialog>
  )
}

function CancelForm({ date, lessons, cancelling, onClose }: Props & { lessons: readonly RosterLesson[] }) {
  const day = longDay(date)
  const form = useId()
  const mayAnnounce = useMayEdit('announcements')
  const { mutateAsync, isPending, error, variables } = cancelling
  const failed = error ? variables : undefined
  const [announcement, setAnnouncement] = useState(
    failed?.announcement ?? `Closed on ${day}: all lessons of this day are cancelled.`,
  )
  const [subject, setSubject] = useState(failed?.subject ?? `Lessons on ${day} are cancelled`)
  const [text, setText] = useState(
    failed?.text ??
      `Hi {first_name},\n\nThe lessons on ${day} are cancelled because of the weather. Reply to this email to find another date.`,
  )
  const showToast = useSetAtom(showToastAtom)
  // After a failure some lessons are cancelled already: a retry still concerns the people of all of them.
  const [planned] = useState(failed?.planned ?? lessons)
  const { recipients, toCall } = peopleOf(planned)
  const open = planned.filter(({ cancelled }) => !cancelled)

  async function submit(event: FormEvent) {
    event.preventDefault()
    await mutateAsync({
      planned,
      lessons: open.map((lesson) => lessons.find(({ id }) => id === lesson.id) ?? lesson),
      announcement: mayAnnounce ? announcement : '',
      subject,
      text,
      recipients,
    }).then(
      () => {
        showToast({ text: `${day} is cancelled` })
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
            Keep the lessons
          </Button>
          <Button type="submit" form={form} disabled={isPending || open.length === 0}>
            {isPending ? 'Cancelling...' : confirmText(open.length, recipients.length)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {open.length === 0 ? (
          <p>Every lesson of this day is cancelled already.</p>
        ) : (
          <section aria-label="Lessons" className="grid gap-1">
            <p>{open.length === 1 ? 'This lesson is' : 'These lessons are'} marked as cancelled:</p>
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
                Goes to {recipients.length} {recipients.length === 1 ? 'person' : 'people'}, each once
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
            <p>{messageOf(error, 'Failed to cancel the day')}</p>
            <p>Try again: what is done already is not repeated.</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

const confirmText = (lessons: number, people: number) =>
  `Cancel ${lessons === 1 ? '1 lesson' : `${lessons} lessons`}${people > 0 ? ` and write to ${people}` : ''}`
