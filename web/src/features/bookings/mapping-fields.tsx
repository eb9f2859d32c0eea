import type { HookMeaning, IncomingHookDetails } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { titleOf } from '@app/table-schema/field'
import { importableFields, matchChoices } from '@app/table-schema/import-columns'
import { type ReactNode, useId } from 'react'
import { SmallButton } from '#ui/button'
import { option, SelectField } from '#ui/field'

type Props = {
  schema: TableSchema
  columns: IncomingHookDetails['columns']
  meaning: HookMeaning
  fields: Readonly<Record<string, string>> | undefined
  onChange: (meaning: HookMeaning) => void
}

/** Values that have a field come first, then those that hold something. */
const usedFirst = (columns: Props['columns'], { mapping }: HookMeaning) =>
  columns.toSorted(
    (one, other) =>
      Number(!mapping[one.name]) - Number(!mapping[other.name]) ||
      Number(one.samples.length === 0) - Number(other.samples.length === 0),
  )

/** The mapping of a delivery's values, the key that finds a booking's record, and the values of every new record. */
export function MappingFields({ schema, columns, meaning, fields, onChange }: Props) {
  const id = useId()
  const { mapping, constants = {}, words = {} } = meaning
  const used = new Set(Object.values(mapping))
  const importable = importableFields(schema).map(([value, field]) => ({ value, label: titleOf(value, field) }))
  const required = (schema.required ?? []).filter((name) => schema.properties[name]?.default === undefined)
  const missing = required.filter((name) => !used.has(name) && !constants[name])
  const map = (column: string, field: string) =>
    onChange({ ...meaning, mapping: { ...mapping, [column]: field || null } })
  const setConstant = (field: string, text: string) =>
    onChange({ ...meaning, constants: { ...constants, [field]: text } })
  const setWord = (column: string, from: string, to: string) =>
    onChange({ ...meaning, words: { ...words, [column]: { ...words[column], [from]: to } } })
  const isChoice = (name: string | null | undefined) => {
    const field = name ? schema.properties[name] : undefined
    return field !== undefined && (field.type === 'boolean' || field.enum !== undefined)
  }
  const translated = columns.filter(({ name }) => isChoice(mapping[name]))

  return (
    <div className="grid gap-5">
      <SelectField
        id={`${id}-external`}
        label="A booking is identified by"
        placeholder="Choose..."
        required
        value={meaning.externalId}
        error={fields?.['externalId']}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        onValue={(value) => onChange({ ...meaning, externalId: value })}
      />
      <SelectField
        id={`${id}-match`}
        label="A new booking finds its record by"
        placeholder="None: each is a new record"
        value={meaning.match ?? ''}
        error={fields?.['match']}
        options={matchChoices(schema, mapping)}
        onValue={(value) => onChange({ ...meaning, match: value || null })}
      />
      <section aria-label="Values of a delivery" className="grid gap-1">
        <h4 className="font-semibold">Values</h4>
        <p className="text-bad text-sm empty:hidden">{fields?.['mapping']}</p>
        <ul className="grid max-h-96 divide-y divide-line overflow-y-auto border-line border-y">
          {usedFirst(columns, meaning).map(({ name, samples }, at) => (
            <Line key={name} htmlFor={`${id}-${at}`} title={name} detail={samples.join(', ') || 'Empty so far'}>
              <select
                id={`${id}-${at}`}
                value={mapping[name] ?? ''}
                onChange={({ target }) => map(name, target.value)}
                className="control control-small w-full"
              >
                <option value="">Leave out</option>
                {importable
                  .filter(({ value }) => value === mapping[name] || !used.has(value))
                  .map(({ value, label }) => option(value, label))}
              </select>
            </Line>
          ))}
        </ul>
      </section>
      {translated.map(({ name, samples }) => {
        const field = titleOf(mapping[name]!, schema.properties[mapping[name]!])
        const values = [...new Set([...Object.keys(words[name] ?? {}), ...samples])]
        return (
          <section key={name} aria-label={`Words for ${field}`} className="grid gap-1">
            <h4 className="font-semibold">What it means for {field}</h4>
            <ul className="grid divide-y divide-line border-line border-y">
              {values.map((value, at) => (
                <Line key={value} htmlFor={`${id}-${name}-${at}`} title={value}>
                  <input
                    id={`${id}-${name}-${at}`}
                    value={words[name]?.[value] ?? ''}
                    placeholder={value}
                    onChange={({ target }) => setWord(name, value, target.value || value)}
                    className="control control-small w-full"
                  />
                </Line>
              ))}
            </ul>
          </section>
        )
      })}
      <section aria-label="Fixed values" className="grid gap-2">
        <h4 className="font-semibold">What every new record has</h4>
        <p role="status" className="text-sm text-warn empty:hidden">
          {missing.length > 0 &&
            `A new record needs ${missing.map((name) => titleOf(name, schema.properties[name])).join(', ')}.`}
        </p>
        <p className="text-bad text-sm empty:hidden">{fields?.['constants']}</p>
        <ul className="grid divide-y divide-line border-line border-y">
          {[...new Set([...missing, ...Object.keys(constants)])].map((name) => (
            <Line key={name} htmlFor={`${id}-fixed-${name}`} title={titleOf(name, schema.properties[name])}>
              <input
                id={`${id}-fixed-${name}`}
                value={constants[name] ?? ''}
                placeholder="The same for all"
                onChange={({ target }) => setConstant(name, target.value)}
                className="control control-small w-full"
              />
            </Line>
          ))}
        </ul>
        <AddConstant
          choices={importable.filter(({ value }) => !used.has(value) && constants[value] === undefined)}
          onAdd={(name) => setConstant(name, '')}
        />
      </section>
    </div>
  )
}

type LineProps = { htmlFor: string; title: string; detail?: string; children: ReactNode }

const Line = ({ htmlFor, title, detail, children }: LineProps) => (
  <li className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-2">
    <p className="min-w-0">
      <label htmlFor={htmlFor} className="font-semibold [overflow-wrap:anywhere]">
        {title}
      </label>
      {detail && <span className="block truncate text-muted text-sm">{detail}</span>}
    </p>
    {children}
  </li>
)

type AddProps = { choices: readonly { value: string; label: string }[]; onAdd: (name: string) => void }

/** Chooses another field that new records get a fixed value for. */
function AddConstant({ choices, onAdd }: AddProps) {
  const id = useId()
  if (choices.length === 0) return null
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const name = new FormData(event.currentTarget).get('field')
        if (name) onAdd(String(name))
      }}
    >
      <label htmlFor={id} className="sr-only">
        Another field
      </label>
      <select id={id} name="field" className="control control-small">
        {choices.map(({ value, label }) => option(value, label))}
      </select>
      <SmallButton type="submit">Add a fixed value</SmallButton>
    </form>
  )
}
