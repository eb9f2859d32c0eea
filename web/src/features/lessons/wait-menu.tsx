import { minutes } from '@app/contracts/durations'
import { lessonOf } from '@app/contracts/lessons'
import { listRecords } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import { schoolDay } from '@app/school-time/school-day'
import { recordLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { recordKey, recordsKey } from '#lib/records'
import { momentText } from '#lib/school-time'
import { Menu } from '#ui/popover'
import { useToast, useUndo } from '#ui/toast'
import { changeSeating, type SeatingChange, seatingFrom } from './change-seating'

/** Offered at a time: the next ones. */
const maxLessons = 8

const comingLessonsQuery = queryOptions({
  queryKey: [...recordsKey('lessons'), 'to wait for'],
  queryFn: async ({ signal }) => {
    const search = `starts_at__gte=${schoolDay()}&sort=starts_at:asc&page=1&limit=${maxLessons}`
    return (await callApi(listRecords, { params: { table: 'lessons' }, search, signal })).data
  },
  staleTime: minutes(1),
})

type Props = { student: TableRecord; name: string; lessons: TableSchema }

/** Puts a student on the waiting list of one of the next lessons; with an undo. */
export function WaitMenu({ student, name, lessons }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
  const { data = [] } = useQuery(comingLessonsQuery)
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: recordsKey('lessons') }),
      client.invalidateQueries({ queryKey: recordKey('students', student.id) }),
    ])
  const undo = useUndo(reload)
  const change = (lesson: TableRecord, step: SeatingChange) =>
    changeSeating(lesson.id, seatingFrom(lesson), step, () => {})
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['wait', student.id],
    mutationFn: (lesson: TableRecord) => change(lesson, { wait: student.id }),
    async onSuccess(_, lesson) {
      const takeBack = () => change(lesson, { leave: student.id }).then(() => 'Undone')
      showToast({ text: `${name} waits for ${recordLabel(lessons, lesson)}`, undo: () => undo(takeBack) })
      await reload()
    },
    onError: (error) => showToast({ error, text: 'Failed to change the waiting list' }),
  })
  const open = data.filter((record) => {
    const { students, waiting, cancelled } = lessonOf(record)
    return !cancelled && !students.includes(student.id) && !waiting.includes(student.id)
  })
  if (open.length === 0) return null
  return (
    <Menu
      label={`Lessons that ${name} can wait for`}
      triggerLabel={`Waiting list for ${name}`}
      align="right"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-link text-sm hover:bg-sunken"
      trigger={
        <>
          <ListPlus className="size-4" />
          Waiting list
        </>
      }
      items={open.map((lesson) => ({
        key: lesson.id,
        isDisabled: isPending,
        content: (
          <span className="grid">
            {recordLabel(lessons, lesson)}
            <span className="text-muted text-sm">{momentText(lessonOf(lesson).startsAt)}</span>
          </span>
        ),
        onSelect: () => mutate(lesson),
      }))}
    />
  )
}
