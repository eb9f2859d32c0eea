import { minutes } from '@app/contracts/durations'
import { type ReminderCalls as Calls, listReminderCalls, noteReminderCall } from '@app/contracts/lesson-reminders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#lib/failure-text'
import { suppressedText } from '#lib/mail-notes'
import { keepAnswer, queryOf, useCallMutation } from '#lib/queries'
import { useRights, useSeesWhole } from '#lib/rights'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { CheckField } from '#ui/check-field'
import { ErrorText } from '#ui/load-state'
import { PhoneLink } from '#ui/phone'

const callsQuery = { ...queryOf(listReminderCalls), staleTime: minutes(1), retry: false }

type Lesson = Calls['lessons'][number]
type Person = Lesson['people'][number]

/** Participants whom the reminders of the next lessons do not reach, ticked off for everybody as they are called. */
export function ReminderCalls() {
  const rights = useRights()
  const seesWhole = useSeesWhole()
  const { data } = useQuery({ ...callsQuery, enabled: seesWhole('lessons') && seesWhole('students') })
  const client = useQueryClient()
  const note = useCallMutation(noteReminderCall, {
    input: ({ lesson, person, called }: { lesson: Lesson; person: Person; called: boolean }) => ({
      body: { lesson: lesson.id, startsAt: lesson.startsAt, person: person.id, called },
    }),
    onMutate: ({ lesson, person, called }) =>
      keepAnswer<Calls>(client, callsQuery.queryKey, (before) => before && ticked(before, lesson, person, called)),
    onSuccess: (after) => keepAnswer<Calls>(client, callsQuery.queryKey, after),
    onError: () => client.invalidateQueries({ queryKey: callsQuery.queryKey }),
  })
  if (!data || data.lessons.length === 0) return null
  const mayTick = rights('lessons', 'edit')
  return (
    <section aria-labelledby="to-call" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="to-call" className="text-xl">
        To remind by phone
      </h2>
      {note.error && <ErrorText>{failureText(note.error, 'Could not save')}</ErrorText>}
      {data.lessons.map((lesson) => (
        <div key={`${lesson.id} ${lesson.startsAt}`} className="rounded-xl border border-line bg-card px-4 py-2">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {lesson.title}{' '}
            <span className="font-normal text-muted">
              {shortDay(dayAtSchool(lesson.startsAt))}, {schoolTime(lesson.startsAt)}
            </span>
          </p>
          {lesson.problem && <p className="text-sm text-warn">No reminders are sent. {lesson.problem}</p>}
          {lesson.people.length > 0 && (
            <ul aria-label={`To call about ${lesson.title}`}>
              {lesson.people.map((person) => (
                <li key={person.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
                  <CheckField
                    checked={person.called}
                    disabled={!mayTick}
                    onCheck={(checked) => note.mutate({ lesson, person, called: checked })}
                    className="flex min-h-11 min-w-0 items-center gap-2.5"
                  >
                    <span
                      className={`min-w-0 [overflow-wrap:anywhere] ${person.called ? 'text-muted line-through' : ''}`}
                    >
                      {person.name}
                      {person.guardian && `, guardian ${person.guardian}`}
                    </span>
                  </CheckField>
                  {person.phone ? (
                    <PhoneLink phone={person.phone} name={person.guardian ?? person.name} />
                  ) : (
                    <span className="text-muted">no phone</span>
                  )}
                  {person.unsent && (
                    <span className="w-full text-sm text-warn">
                      Not reminded yet. The school may have reached its limit of emails for a day.
                    </span>
                  )}
                  {person.suppressed && (
                    <span className="w-full text-sm text-warn">{suppressedText(person.suppressed)}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  )
}

const ticked = (calls: Calls, { id, startsAt }: Lesson, person: Person, called: boolean): Calls => ({
  ...calls,
  lessons: calls.lessons.map((lesson) =>
    lesson.id !== id || lesson.startsAt !== startsAt
      ? lesson
      : { ...lesson, people: lesson.people.map((each) => (each.id === person.id ? { ...each, called } : each)) },
  ),
})
