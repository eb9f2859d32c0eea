import { titleOf } from '@app/table-schema/field'
import { firstPage } from '@app/table-schema/list-query'
import { referencedTable } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { recordsKey } from '#lib/records'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { emptyView } from '../../list/list-view'
import { singular } from '../../list/record-name'
import { RecordPicker } from '../../list/references/record-picker'
import { type Choice, labelsQuery, referenceValues } from '../../list/references/references.api'
import { fetchPage } from '../../list/tables.api'
import { useSchema } from '../../list/use-schema'
import { FieldFrame } from '../form/field-widget'
import { FormField, fieldId } from '../form/form-field'
import type { RecordForm } from '../form/use-record-form'
import { useLikelyDuplicates } from './likely-duplicates'
import type { NewReference } from './use-new-reference'

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
 * Whom a new record is likely to refer to: who is called like what is typed; before that, those whom records of the same family
 * name refer to, and who has that name.
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
    <FieldFrame
      id={id}
      kind="reference"
      label={
        <>
          {label}
          <span aria-hidden="true" className="text-bad">
            {' *'}
          </span>
        </>
      }
    >
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
