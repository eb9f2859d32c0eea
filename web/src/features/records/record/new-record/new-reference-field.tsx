import { foldedLabel } from '@app/contracts/comparable'
import type { FieldErrors } from '@app/contracts/errors'
import { listChoices } from '@app/contracts/references'
import { titleOf } from '@app/table-schema/field'
import { firstPage } from '@app/table-schema/list-query'
import { payloadForCreate } from '@app/table-schema/record'
import { referencedTable, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { validateRecord } from '@app/table-schema/validate-in-browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useContentKey } from '#lib/idempotency-key'
import { recordsKey } from '#lib/records'
import { useRights } from '#lib/rights'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { emptyView } from '../../list/list-view'
import { singular } from '../../list/record-name'
import { RecordPicker } from '../../list/references/record-picker'
import {
  type Choice,
  choicesQuery,
  labelsQuery,
  noteRecent,
  referenceValues,
} from '../../list/references/references.api'
import { createRecord, fetchPage } from '../../list/tables.api'
import { useSchema } from '../../list/use-schema'
import { FieldFrame } from '../form/field-widget'
import { FormField, fieldId } from '../form/form-field'
import { formFields, neededFields, type RecordForm, startValues, useRecordForm } from '../form/use-record-form'
import { useLikelyDuplicates } from './likely-duplicates'

/** "R. Brook 916-555-0142" as a name and a phone number, the way a number may be stored. */
export function splitPhone(text: string): { name: string; phone?: string } {
  const [, name, phone] = /^(.*?)[\s,;:]+([+(\d][\d ()./-]{6,24})$/.exec(text.trim()) ?? []
  const isPhone = phone !== undefined && phone.replace(/\D/g, '').length >= 7
  return name && isPhone ? { name: name.trim(), phone: phone.trim() } : { name: text.trim() }
}

/** The reference that a new record may need: the guardian of a student. */
const neededReference = (schema: TableSchema) =>
  formFields(schema, true).writable.find(
    ([name, field]) =>
      referencedTable(field) !== undefined && (schema.required?.includes(name) || field.required_if !== undefined),
  )

/**
 * A record that a new one refers to and that may not exist either: it is typed into the same form, and created first. What is
 * typed as its name may end with a phone number, where it has one.
 */
export function useNewReference(schema: TableSchema, form: RecordForm) {
  const [name, field] = neededReference(schema) ?? []
  const referenced = useSchema(field && referencedTable(field))
  const title = referenced && titleField(referenced)
  const may = useRights()
  const client = useQueryClient()
  const keyFor = useContentKey()
  const [text, setText] = useState('')
  const own = useRecordForm(referenced ?? schema, null)
  const [isContinued, setContinued] = useState(false)
  const { data: choices } = useQuery({
    ...choicesQuery(schema.name, name ?? '', text.trim()),
    enabled: name !== undefined && text.trim() !== '',
  })
  const mayCreate = referenced && title && referenced.creatable !== false && may(referenced.name, 'edit')
  if (!mayCreate || name === undefined) return undefined

  const split: { name: string; phone?: string } = Object.hasOwn(referenced.properties, 'phone')
    ? splitPhone(text)
    : { name: text.trim() }
  const called = (found: readonly Choice[] = []) =>
    found.find(({ label }) => foldedLabel(label) === foldedLabel(text.trim()))
  const known = called(choices)
  const isTyped = text.trim() !== '' && referenceValues(form.values[name]).length === 0
  const typed = { ...own.values, [title]: split.name, ...(split.phone && { phone: split.phone }) }
  const values = Object.fromEntries(
    Object.entries({ ...startValues(referenced, null), ...typed }).filter(([each]) =>
      Object.hasOwn(referenced.properties, each),
    ),
  )
  const isNew = isTyped && !known
  return {
    name,
    referenced,
    text,
    setText(next: string) {
      setText(next)
      if (next.trim() === '') setContinued(false)
    },
    typedName: split.name,
    typedPhone: split.phone,
    isTyped,
    /** Its further fields are shown: no known record has that name, or the person said that it is new. */
    isShown: isNew && (isContinued || choices?.length === 0),
    fields: neededFields(referenced, { values, errors: own.errors }).filter(
      ([each]) => each !== title && !(each === 'phone' && split.phone && !own.errors[each]),
    ),
    form: { ...own, values },
    nameError: own.errors[title],
    continue: () => setContinued(true),
    refuse: own.refuse,
    check(): FieldErrors {
      const errors = isNew ? validateRecord(referenced, values) : {}
      own.refuse(errors)
      setContinued(true)
      return errors
    },
    /** The record that the new one refers to then. One that is created for it is created once, however often this is repeated. */
    async resolve(): Promise<string | string[]> {
      const id = (await find())?.id ?? (await create())
      noteRecent(referenced.name, id)
      return field?.type === 'array' ? [id] : id
    },
  }

  /** The one of that name, whose search may still be under way. */
  async function find() {
    const { select, ...query } = choicesQuery(schema.name, name!, text.trim())
    return called(select(await client.fetchQuery(query)))
  }
  async function create() {
    const body = payloadForCreate(referenced!, values)
    const { id } = await createRecord(referenced!.name, body, keyFor(body))
    for (const queryKey of [recordsKey(referenced!.name), [listChoices.id]]) client.invalidateQueries({ queryKey })
    return id
  }
}

export type NewReference = NonNullable<ReturnType<typeof useNewReference>>

const maxShown = 3
const maxNamesakes = 20

/** The last word of a name, if it has several. */
const familyName = (name: string) => name.trim().split(/\s+/).slice(1).at(-1) ?? ''

/** Records that others of the same family name refer to with this field: the guardians of brothers and sisters. */
const namesakesQuery = (schema: TableSchema, field: string, family: string) => ({
  queryKey: [...recordsKey(schema.name), 'namesakes', field, family],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
    const view = { ...emptyView, table: schema.name, page: firstPage, limit: maxNamesakes, q: family }
    const { data } = await fetchPage(schema, view, signal)
    return [...new Set(data.flatMap((record) => referenceValues(record[field])))].slice(0, maxShown)
  },
  enabled: family.length > 1,
  staleTime: 30_000,
})

/**
 * Records that a new one is likely to refer to: those with a name like the typed one. Before anything is typed: those that records
 * with the same family name refer to, and those that have this family name.
 */
function useLikelyRelated(
  schema: TableSchema,
  field: string,
  { typed, namedLike }: { typed: string; namedLike: string },
): readonly Choice[] {
  const family = typed ? '' : familyName(namedLike)
  const referenced = useSchema(referencedTable(schema.properties[field]!))
  const alike = useLikelyDuplicates(schema.name, field, typed || family)
  const { data: ids = [] } = useQuery(namesakesQuery(schema, field, family))
  const { data: labels } = useQuery(labelsQuery(referenced ?? schema, family && referenced ? ids : []))
  const ofFamily = family ? [...(labels?.values() ?? [])] : []
  const all = new Map([...ofFamily, ...alike].map((choice) => [choice.id, choice]))
  return [...all.values()].slice(0, maxShown)
}

type AlreadyHereProps = { choices: readonly Choice[]; label?: string; isBusy?: boolean; onChoose: (id: string) => void }

/** Records that are likely to be the one that is about to be created, to choose one of them instead. */
export function AlreadyHere({ choices, label = 'Likely the same', isBusy = false, onChoose }: AlreadyHereProps) {
  if (choices.length === 0) return null
  return (
    <section aria-label={label} className="grid gap-2 rounded-xl border border-warn-line bg-warn-soft p-3">
      <p className="font-semibold text-warn">Already here?</p>
      <ul className="grid gap-1.5">
        {choices.map((choice) => (
          <li key={choice.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <SmallButton disabled={isBusy} onClick={() => onChoose(choice.id)}>
              {choice.label}
            </SmallButton>
            {choice.detail && <small>{choice.detail}</small>}
            {choice.badges?.map((badge) => (
              <Badge key={badge.label} {...badge} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  schema: TableSchema
  form: RecordForm
  reference: NewReference
  prefix: string
  /** The field that names the record. */
  title: string | undefined
}

/** Chooses the record that a new one needs, or takes the few fields of one that does not exist either. */
export function NewReferenceField({ schema, form, reference, prefix, title }: Props) {
  const { name, referenced, text, typedName, fields, isShown } = reference
  const field = schema.properties[name]!
  const id = fieldId(name, prefix)
  const label = titleOf(name, field)
  const ids = referenceValues(form.values[name])
  const likely = useLikelyRelated(schema, name, { typed: typedName, namedLike: String(form.values[title ?? ''] ?? '') })
  const set = (next: readonly string[]) => form.set(name, field.type === 'array' ? next : (next[0] ?? ''))
  const take = (chosen: string) => {
    reference.setText('')
    set([chosen])
  }
  const error = form.errors[name] ?? (isShown ? reference.nameError : undefined)
  const thing = singular(referenced).toLowerCase()
  const goOn = () => {
    reference.continue()
    const empty = fields.find(([each]) => !reference.form.values[each])?.[0]
    const next = empty === undefined ? `${prefix}-add` : fieldId(empty, `${prefix}-new`)
    requestAnimationFrame(() => document.getElementById(next)?.focus())
  }
  return (
    <FieldFrame id={id} kind="reference" label={label} isNeeded>
      <RecordPicker
        id={id}
        label={label}
        table={schema.name}
        field={name}
        schema={referenced}
        multiple={field.type === 'array'}
        ids={ids}
        onIds={set}
        creates
        typed={{ text, onText: reference.setText, onContinue: goOn }}
        aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined }}
      />
      <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
        {error}
      </p>
      {ids.length === 0 && <AlreadyHere choices={likely} label={`Likely ${thing}s`} onChoose={take} />}
      {isShown && (
        <fieldset aria-label={`New ${thing}`} className="grid min-w-0 gap-3 border-line border-l-4 pl-3">
          <p className="text-muted text-sm" aria-live="polite">
            New {thing}: {[typedName, reference.typedPhone].filter(Boolean).join(', ')}
          </p>
          {fields.map(([each, about]) => (
            <FormField
              key={each}
              schema={referenced}
              name={each}
              field={about}
              form={reference.form}
              prefix={`${prefix}-new`}
            />
          ))}
        </fieldset>
      )}
    </FieldFrame>
  )
}
