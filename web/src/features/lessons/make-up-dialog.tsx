import { lessonOf } from '@app/contracts/lessons'
import { listRecords, readRecord } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import { readToday } from '@app/contracts/today'
import { optionLabel } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { recordsKey, reloadRecords } from '#lib/records'
import { dayAtSchool, schoolTime, shortDay } from '#lib/school-time'
import { counted } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { useToast } from '#ui/toast'
import { changeSeating, freeSeats, MakeUpNotOwed, seatingFrom } from './change-seating'
import { SeatingError } from './lesson-students'

type Props = {
  lesson: string
  schema: TableSchema | undefined
  student: { id: string; label: string }
  onBooked: () => Promise<unknown>
  onClose: () => void
}

const when = (lesson: TableRecord) => {
  const { startsAt } = lessonOf(lesson)
  return `${shortDay(dayAtSchool(startsAt))}, ${schoolTime(startsAt)}`
}

/** Seats that are not taken, and for which no student waits. */
const openSeats = (lesson: TableRecord) => {
  const seating = seatingFrom(lesson)
  return freeSeats({ ...seating, held: seating.waiting })
}
const takesPart = (lesson: TableRecord, student: string) => seatingFrom(lesson).students.includes(student)

/** Coming lessons of the same kind. */
async function comingLessons(lesson: string, signal: AbortSignal): Promise<TableRecord[]> {
  const missed = await callApi(readRecord, { params: { table: 'lessons', id: lesson }, signal })
  const search = new URLSearchParams({
    kind: String(missed['kind']),
    starts_at__gte: new Date().toISOString(),
    sort: 'starts_at:asc',
    limit: '100',
  })
  const { data } = await callApi(listRecords, { params: { table: 'lessons' }, search, signal })
  return data.filter(({ id, cancelled }) => id !== lesson && cancelled !== true)
}

/**
 * Adds the student to the chosen lesson, then notes that the make-up is booked: an interrupted booking is still owed. When
 * another person has booked one meanwhile, the student leaves the chosen lesson again; one who was in it before has this lesson
 * booked, perhaps by an earlier attempt whose answer was lost.
 */
async function bookInto(chosen: TableRecord, student: string, onBooked: () => Promise<unknown>): Promise<void> {
  let known = seatingFrom(chosen)
  const seated = await changeSeating(chosen.id, known, { add: student }, (current) => {
    known = current
  })
  try {
    await onBooked()
  } catch (error) {
    if (!(error instanceof MakeUpNotOwed)) throw error
    const isAdded = seated !== known
    if (error.isBooked && !isAdded) return
    if (isAdded) await changeSeating(chosen.id, seated, { remove: student }, () => {})
    throw error
  }
}

/** Chooses the lesson that makes up for a missed one. */
export function MakeUpDialog({ lesson, schema, student, onBooked, onClose }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
  const { data, error, refetch } = useQuery({
    queryKey: [...recordsKey('lessons'), 'make up', lesson],
    queryFn: ({ signal }) => comingLessons(lesson, signal),
  })
  const book = useSingleMutation({
    mutationKey: ['make up', lesson, student.id],
    mutationFn: (chosen: TableRecord) => bookInto(chosen, student.id, onBooked),
    onSuccess(_, chosen) {
      showToast({ text: `${student.label} makes up the lesson on ${when(chosen)}` })
      onClose()
    },
    onSettled() {
      void reloadRecords(client, 'lessons')
      void client.invalidateQueries({ queryKey: [readToday.id] })
    },
  })
  const open = data?.filter((each) => openSeats(each) > 0 || takesPart(each, student.id))
  return (
    <Dialog
      title={`Make-up lesson for ${student.label}`}
      size="small"
      busy={book.isPending}
      onClose={onClose}
      footer={
        <Button variant="outline" disabled={book.isPending} onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-busy={book.isPending}>
        {!data && <LoadState query={{ data, error, refetch }} what="lessons" />}
        {open?.length === 0 && <p className="text-muted">No coming lesson of this kind has a free seat.</p>}
        {open && open.length > 0 && (
          <ul aria-label="Coming lessons" className="grid gap-2">
            {open.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  disabled={book.isPending}
                  onClick={() => book.mutate(each)}
                  className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control border border-edge bg-card px-3 py-2 text-left hover:border-forest disabled:opacity-60"
                >
                  <span>
                    <span className="block font-semibold">{when(each)}</span>
                    <span className="block text-muted text-sm [overflow-wrap:anywhere]">
                      {[each['title'], optionLabel(schema?.properties['place'], each['place'])].join(', ')}
                    </span>
                  </span>
                  {takesPart(each, student.id) ? (
                    <Badge tone="gray" label="In this lesson" />
                  ) : (
                    <Badge tone="green" label={`${counted(openSeats(each), 'seat')} free`} />
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
        <SeatingError error={book.error} />
      </div>
    </Dialog>
  )
}
