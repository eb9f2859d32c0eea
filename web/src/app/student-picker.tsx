import type { References } from '@app/contracts/tables'
import { useId } from 'react'
import type { StudentPicker } from '#features/lessons/lesson-students'
import { LabelsContext, useLabels } from '#features/tables/references/labels'
import { RecordPicker } from '#features/tables/references/record-picker'
import { useSchema } from '#features/tables/references/use-schema'

type Props = Parameters<StudentPicker>[0] & { labels?: References }

/** Finds students for a lesson; `labels` are those known already. */
export function LessonStudentPicker({ labels, ids, onIds, full }: Props) {
  const id = useId()
  const schema = useSchema('students')
  const outer = useLabels()
  if (!schema) return <p className="text-muted text-sm">You may not see students.</p>
  return (
    <LabelsContext value={labels ?? outer}>
      <RecordPicker
        id={id}
        label="Students"
        table="lessons"
        field="students"
        schema={schema}
        multiple
        ids={ids}
        onIds={onIds}
        full={full}
      />
    </LabelsContext>
  )
}
