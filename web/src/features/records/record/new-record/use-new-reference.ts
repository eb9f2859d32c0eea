import { foldedLabel } from '@app/contracts/comparable'
import type { FieldErrors } from '@app/contracts/errors'
import { listChoices } from '@app/contracts/references'
import { payloadForCreate } from '@app/table-schema/record'
import { referencedTable, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { validateRecord } from '@app/table-schema/validate-in-browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useContentKey } from '#lib/idempotency-key'
import { recordsKey } from '#lib/records'
import { useRights } from '#lib/rights'
import { type Choice, choicesQuery, noteRecent, referenceValues } from '../../list/references/references.api'
import { createRecord } from '../../list/tables.api'
import { useSchema } from '../../list/use-schema'
import { formFields, neededFields, type RecordForm, startValues, useRecordForm } from '../form/use-record-form'

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
    /** Its further fields are shown: nothing that is known is called so, or the person said that it is new. */
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
