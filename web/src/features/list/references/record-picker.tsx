import { foldedLabel } from '@app/table-schema/import-value'
import { deletedLabel, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { newKey } from '#lib/new-key'
import { useRights } from '#lib/rights'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Badge } from '#ui/badge'
import { Combobox, type ComboboxOption } from '#ui/combobox'
import { createRecord, recordsKey } from '../tables.api'
import { useLabels } from './labels'
import { noteRecent, recentFirst } from './recent'
import { type Choice, choicesQuery, labelsQuery } from './references.api'

type Props = {
  id: string
  label: string
  /** The table and the field that refer. */
  table: string
  field: string
  /** The schema of the referenced table. */
  schema: TableSchema
  multiple: boolean
  ids: readonly string[]
  onIds: (ids: readonly string[]) => void
  /** Whether a record can be created from what is typed. */
  creates?: boolean
  full?: string
  aria?: Parameters<typeof Combobox>[0]['aria']
}

const optionFrom = ({ id, label, badges = [] }: Choice): ComboboxOption => ({
  id,
  label,
  detail: badges.map((badge) => <Badge key={badge.label} {...badge} />),
})

/** Those whose label holds every word; undefined when there is none, which may be found yet. */
function matching(choices: readonly Choice[], text: string): readonly Choice[] | undefined {
  const words = foldedLabel(text).split(' ')
  const left = choices.filter(({ label }) => words.every((word) => foldedLabel(label).includes(word)))
  return left.length > 0 ? left : undefined
}

/** Finds records by their label for a reference field, and creates one on the fly. */
export function RecordPicker(props: Props) {
  const { id, label, table, field, schema, multiple, ids, onIds, creates = false, full, aria } = props
  const client = useQueryClient()
  const [text, setText] = useState('')
  const may = useRights()
  const mayView = may(schema.name, 'view')
  const given = useLabels()[schema.name] ?? {}
  const choices = useQuery({ ...choicesQuery(table, field, text.trim()), placeholderData: keepPreviousData })
  // While an answer is on its way, only those of the last one that match what is typed: Enter must not choose another.
  const found = choices.isPlaceholderData ? matching(choices.data, text) : choices.data
  const known = new Map((choices.data ?? []).map((choice) => [choice.id, choice]))
  const missing = mayView ? ids.filter((each) => !given[each] && !known.has(each)) : []
  const labels = useQuery({ ...labelsQuery(schema, missing), placeholderData: keepPreviousData })
  const labeled = (each: string): Choice =>
    known.get(each) ??
    (given[each] ? { ...given[each], id: each } : undefined) ??
    labels.data?.get(each) ?? {
      id: each,
      label: mayView && labels.isSuccess && !labels.isFetching ? deletedLabel : '…',
    }
  const title = titleField(schema)
  const canCreate = may(schema.name, 'edit') && creates && schema.creatable !== false

  function choose(next: readonly ComboboxOption[]) {
    const added = next.find((option) => !ids.includes(option.id))
    if (added) noteRecent(schema.name, added.id)
    onIds(next.map((option) => option.id))
  }
  const creation = useSingleMutation({
    mutationKey: ['create', schema.name, id],
    mutationFn: (name: string) => createRecord(schema.name, { [title ?? '']: name }, newKey()),
    onSuccess(record) {
      client.invalidateQueries({ queryKey: recordsKey(schema.name) })
      onIds(multiple ? [...ids, record.id] : [record.id])
    },
  })
  const error = creation.error ?? choices.error
  const reasons = error && 'fields' in error && error.fields ? Object.values(error.fields) : []
  return (
    <div className="grid gap-1">
      <Combobox
        id={id}
        label={label}
        multiple={multiple}
        chosen={ids.map((each) => optionFrom(labeled(each)))}
        options={found && recentFirst(schema.name, found, text).map(optionFrom)}
        hasFailed={choices.isError}
        text={text}
        onText={setText}
        onChoose={choose}
        onCreate={canCreate && title ? (name) => creation.mutate(name) : undefined}
        full={full}
        aria={aria}
      />
      {error && (
        <p role="alert" className="text-bad text-sm">
          {[failureText(error, 'Failed to find records'), ...reasons].join(' ')}
        </p>
      )}
    </div>
  )
}
