import type { FieldDescriptor } from '@app/contracts/table-descriptor'
import { referencedTable } from '@app/table-schema/references'
import { seatingFrom } from '#features/lessons/lesson.api'
import { LessonStudents } from '#features/lessons/lesson-students'
import { RepeatLesson } from '#features/lessons/repeat-lesson'
import { ReferenceText } from '#features/tables/references/reference-text'
import { useSchema } from '#features/tables/references/use-schema'
import { useUndoBatch } from '#features/tables/selection/use-undo-batch'
import { useMayEdit } from '#lib/rights'
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
  const mayEdit = useMayEdit('lessons')
  if (!students || referencedTable(students) !== 'students') return null
  if (!mayEdit) return <LessonSeating record={record} field={students} />
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

/** Who comes to a lesson, for those who may not change it. */
function LessonSeating({ record, field }: Pick<RecordPartProps, 'record'> & { field: FieldDescriptor }) {
  const { students, seats } = seatingFrom(record)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-semibold tabular-nums">
        Students ({students.length} of {seats}){students.length >= seats && ': full'}
      </h4>
      <ReferenceText field={field} value={students} asLinks />
    </div>
  )
}
