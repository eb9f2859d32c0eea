import type { Descriptor } from '@app/table-schema/descriptor'
import { titleField } from '@app/table-schema/references'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#lib/message-of'
import { newKey } from '#lib/new-key'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Badge } from '#ui/badge'
import { Combobox, type ComboboxOption } from '#ui/combobox'
import { singular } from '../columns/singular'
import { createRecord, recordsKey } from '../tables.api'
import type { Choice } from './labels'
import { noteRecent, recentFirst } from './recent'
import { choicesQuery, labelsQuery } from './references.api'

type Props = {
  id: string
  label: string
  schema: Descriptor
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

/** Finds records of a table by their label, and creates one on the fly. */
export function RecordPicker({ id, label, schema, multiple, ids, onIds, creates = false, full, aria }: Props) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const labels = useQuery({ ...labelsQuery(schema, ids), placeholderData: keepPreviousData })
  const choices = useQuery({ ...choicesQuery(schema, text.trim()), placeholderData: keepPreviousData })
  const known = new Map(
    [...(choices.data ?? []), ...(labels.data?.values() ?? [])].map((choice) => [choice.id, choice]),
  )
  const chosen = ids.map((each) =>
    optionFrom(known.get(each) ?? { id: each, label: labels.data ? 'deleted record' : '…' }),
  )
  const title = titleField(schema)

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
  return (
    <div className="grid gap-1">
      <Combobox
        id={id}
        label={label}
        multiple={multiple}
        chosen={chosen}
        options={choices.data && recentFirst(schema.name, choices.data, text).map(optionFrom)}
        text={text}
        onText={setText}
        onChoose={choose}
        onCreate={creates && title && schema.creatable !== false ? (name) => creation.mutate(name) : undefined}
        full={full}
        aria={aria}
      />
      {error && (
        <p role="alert" className="text-bad text-sm">
          {messageOf(error, `Failed to find a ${singular(schema)}`)}
          {Object.values('fields' in error && error.fields ? error.fields : {}).map((each) => ` ${each}.`)}
        </p>
      )}
    </div>
  )
}
