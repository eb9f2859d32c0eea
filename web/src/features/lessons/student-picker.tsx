import type { References } from '@app/contracts/tables'
import { useId } from 'react'
import { RecordPicker } from '#features/records/list/references/record-picker'
import { LabelsContext, useLabels } from '#features/records/list/references/references.api'
import { useSchema, useSchemas } from '#features/records/list/use-schema'
import { LoadError } from '#ui/load-state'
import type { StudentPicker } from './lesson-students'

type Props = Parameters<StudentPicker>[0] & { labels?: References }

/** Finds students for a lesson; `labels` are those known already. */
export function LessonStudentPicker({ labels, ids, onIds, full, instead, isSingle = false }: Props) {
  const id = useId()
  const { data, error, refetch } = useSchemas()
  const schema = useSchema('students')
  const outer = useLabels()
  if (!data && error) return <LoadError error={error} fallback="Failed to load students" onRetry={refetch} />
  if (!data)
    return (
      <p role="status" className="text-muted text-sm">
        Loading students...
      </p>
    )
  if (!schema) return <p className="text-muted text-sm">You do not have the right to see students.</p>
  return (
    <LabelsContext value={labels ?? outer}>
      <RecordPicker
        id={id}
        label={isSingle ? 'Student' : 'Students'}
        table="lessons"
        field="students"
        schema={schema}
        multiple={!isSingle}
        ids={ids}
        onIds={onIds}
        creates
        full={full}
        instead={instead}
      />
    </LabelsContext>
  )
}
