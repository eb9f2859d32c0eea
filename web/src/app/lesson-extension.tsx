import { referencedTable } from '@app/table-schema/references'
import { seatingFrom } from '#features/lessons/lesson.api'
import { LessonStudents } from '#features/lessons/lesson-students'
import { RepeatLesson } from '#features/lessons/repeat-lesson'
import { useSchema } from '#features/tables/references/use-schema'
import { useUndoBatch } from '#features/tables/selection/use-undo-batch'
import type { RecordPartProps, TableExtension } from '#lib/table-extension'
import { LessonStudentPicker } from './student-picker'

/** What lessons add to the dashboard: their students at the top of the record. */
export const lessonExtension: TableExtension = {
  shownInHead: ['students'],
  RecordHead: LessonHead,
}

function LessonHead({ record, onChanged }: RecordPartProps) {
  const undoBatch = useUndoBatch('lessons')
  const students = useSchema('lessons')?.properties.students
  if (!students || referencedTable(students) !== 'students') return null
  return (
    <>
      <LessonStudents
        key={record.id}
        lesson={record.id}
        seating={seatingFrom(record)}
        picker={(props) => <LessonStudentPicker {...props} />}
        onChanged={onChanged}
      />
      <RepeatLesson lesson={record} onChanged={onChanged} undoBatch={undoBatch} />
    </>
  )
}
