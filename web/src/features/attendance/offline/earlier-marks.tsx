import { readRecord } from '@app/contracts/records'
import { references, type TableRecord } from '@app/contracts/tables'
import type { DayLesson } from '@app/contracts/today'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { recordKey } from '#lib/records'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'
import { discardMarksAtom, markAtom, unsavedAtom, waitingLessonsAtom } from '../attendance.atoms'
import { CollisionNotice } from '../collision-notice'
import { useSavedMarks, useSaveState } from '../use-attendance'
import { useSaveAttendance } from '../use-save-attendance'

/** Marks of lessons that the page does not show, such as those of yesterday that could not be sent. */
export function EarlierMarks({ shown }: { shown: readonly string[] }) {
  const waiting = useAtomValue(waitingLessonsAtom).filter((lesson) => !shown.includes(lesson))
  return waiting.map((lesson) => <EarlierLesson key={lesson} id={lesson} />)
}

const labelsOf = (record: TableRecord | undefined) => v.parse(v.fallback(references, {}), record?.['references'])

function EarlierLesson({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: [...recordKey('lessons', id), 'marks'],
    queryFn: ({ signal }) => callApi(readRecord, { params: { table: 'lessons', id }, signal }),
  })
  const { changes, collisions } = useAtomValue(unsavedAtom)(id)
  const saved = useSavedMarks(id)
  const { status, message } = useSaveState(id)
  const mark = useSetAtom(markAtom)
  const discard = useSetAtom(discardMarksAtom)
  const save = useSaveAttendance()
  const labels = Object.entries(labelsOf(data)['students'] ?? {})
  const students = labels.map(([student, { label }]) => ({ id: student, label })) as DayLesson['students']
  const title = typeof data?.['title'] === 'string' ? data['title'] : 'an earlier lesson'
  const count = Object.keys(changes).length
  return (
    <>
      <CollisionNotice
        title={`Marked differently in ${title}`}
        lesson={{ students }}
        collisions={collisions}
        onMark={(student, to) => {
          mark({ lesson: id, student, mark: to, saved })
          save(id)
        }}
      />
      {status === 'failed' && count > 0 && (
        <Notice tone="warn" title="Not saved yet">
          <p>
            {counted(count, 'mark')} of {title}. {message}
          </p>
          <div className="flex flex-wrap gap-2">
            <SmallButton onClick={() => save(id)}>Try again</SmallButton>
            <SmallButton onClick={() => discard(id)}>Discard</SmallButton>
          </div>
        </Notice>
      )}
    </>
  )
}
