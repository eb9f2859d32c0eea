import { foldedLabel } from '@app/contracts/comparable'
import { listChoices } from '@app/contracts/references'
import { deletedLabel, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import type { Filters } from '#lib/list-address'
import { recordsKey } from '#lib/records'
import { useRights } from '#lib/rights'
import { useSettled } from '#lib/use-later'
import { Badge } from '#ui/badge'
import { Combobox, type ComboboxOption } from '#ui/combobox'
import { ErrorText } from '#ui/load-state'
import {
  type Choice,
  choicesQuery,
  labelsQuery,
  noteRecent,
  recentFirst,
  recordChoicesQuery,
  useLabels,
  useNewRecordForm,
} from './references.api'

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
  /** `removed`: the name of the one that was removed. */
  onIds: (ids: readonly string[], removed?: string) => void
  /** True if a record that does not exist yet can be created in a form of its own. */
  creates?: boolean
  /** Then its fields are in the form around the picker, which keeps what is typed and continues there. */
  typed?: { text: string; onText: (text: string) => void; onContinue: () => void } | undefined
  full?: string | undefined
  /** Any record of the referenced table may be chosen, within these filters, instead of those that the field may name. */
  among?: Filters | undefined
  /** Where it is full: what a chosen record is for instead, and those that are chosen for it already. */
  instead?: { label: string; without: readonly string[]; onChoose: (id: string) => void } | undefined
  aria?: Parameters<typeof Combobox>[0]['aria']
}

/** Typing pauses before the records are searched. */
const typingPauseMs = 150

const optionFrom = ({ badges = [], detail, ...choice }: Choice): ComboboxOption => ({
  ...choice,
  note: detail,
  detail: badges.map((badge) => <Badge key={badge.label} {...badge} />),
})

/** Those whose label holds every word; undefined when there is none, which may be found yet. */
function matching(choices: readonly Choice[], text: string): readonly Choice[] | undefined {
  const words = foldedLabel(text).split(' ')
  const left = choices.filter(({ label }) => words.every((word) => foldedLabel(label).includes(word)))
  return left.length > 0 ? left : undefined
}

/** Finds records by their label for a reference field; one that does not exist yet is created in a small form. */
export function RecordPicker(props: Props) {
  const {
    id,
    label,
    table,
    field,
    schema,
    multiple,
    ids,
    onIds,
    creates = false,
    typed,
    full,
    instead,
    among,
    aria,
  } = props
  const client = useQueryClient()
  const own = useState('')
  const [text, setText] = typed ? [typed.text, typed.onText] : own
  const may = useRights()
  const mayView = may(schema.name, 'view')
  const inList = useLabels()[schema.name] ?? {}
  const given = among ? {} : inList
  const typedText = text.trim()
  const settled = useSettled(typedText, typingPauseMs)
  const choices = useQuery({
    ...(among ? recordChoicesQuery(schema, settled, among) : choicesQuery(table, field, settled)),
    placeholderData: keepPreviousData,
  })
  // While an answer is on its way, only those of the last one that match what is typed: Enter must not choose another.
  const isOutdated = choices.isPlaceholderData || settled !== typedText
  const found = isOutdated && choices.data ? matching(choices.data, text) : choices.data
  const known = new Map((choices.data ?? []).map((choice) => [choice.id, choice]))
  const missing = mayView ? ids.filter((each) => !given[each] && !known.has(each)) : []
  const labels = useQuery({ ...labelsQuery(schema, missing, among !== undefined), placeholderData: keepPreviousData })
  const labeled = (each: string): Choice =>
    known.get(each) ??
    (given[each] ? { ...given[each], id: each } : undefined) ??
    labels.data?.get(each) ?? {
      id: each,
      label: mayView && labels.isSuccess && !labels.isFetching ? deletedLabel : '…',
    }
  const title = titleField(schema)
  const NewRecord = useNewRecordForm()
  const canCreate = NewRecord && title && may(schema.name, 'edit') && creates && schema.creatable !== false
  const [newName, setNewName] = useState<string>()

  const removedFrom = (next: readonly ComboboxOption[]) => {
    const removed = ids.find((each) => !next.some((option) => option.id === each))
    return removed === undefined ? undefined : labeled(removed).label
  }
  function choose(next: readonly ComboboxOption[]) {
    const added = next.find((option) => !ids.includes(option.id))
    if (added) noteRecent(schema.name, added.id)
    if (added && instead) instead.onChoose(added.id)
    else
      onIds(
        next.map((option) => option.id),
        removedFrom(next),
      )
  }
  function take(added: string) {
    noteRecent(schema.name, added)
    setNewName(undefined)
    if (ids.includes(added)) return
    if (instead) instead.onChoose(added)
    else onIds(multiple ? [...ids, added] : [added])
  }
  const { error } = choices
  return (
    <div className="grid gap-1">
      <Combobox
        id={id}
        label={label}
        multiple={multiple}
        chosen={ids.map((each) => optionFrom(labeled(each)))}
        options={
          found &&
          recentFirst(schema.name, found, text)
            .filter((each) => !instead?.without.includes(each.id))
            .map(optionFrom)
        }
        hasFailed={choices.isError}
        text={text}
        onText={setText}
        onChoose={choose}
        onCreate={canCreate ? (typed?.onContinue ?? setNewName) : undefined}
        keepsText={typed !== undefined}
        full={full}
        instead={instead?.label}
        aria={aria}
      />
      {error && <ErrorText>{failureText(error, 'Failed to find records')}</ErrorText>}
      {NewRecord && newName !== undefined && (
        <NewRecord
          table={table}
          field={field}
          schema={schema}
          name={newName}
          onExisting={take}
          onCreated={(record) => {
            for (const queryKey of [recordsKey(schema.name), [listChoices.id]]) client.invalidateQueries({ queryKey })
            take(record.id)
          }}
          onClose={() => setNewName(undefined)}
        />
      )}
    </div>
  )
}
