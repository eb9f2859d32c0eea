import { ownTable, type TableRight } from '@app/contracts/users'
import { CheckField } from '#ui/check-field'
import { type AccessValues, presets, type Table, withExport, withRight } from './access-values'

type Props = {
  values: AccessValues
  tables: readonly Table[]
  /** Programs have no lessons of their own. */
  ofProgram?: boolean
  onChange: (values: AccessValues) => void
}

const levels: [TableRight | null, string][] = [
  [null, 'None'],
  ['own', 'Own lessons only'],
  ['view', 'View'],
  ['edit', 'Edit'],
]

/** The rights of a staff member: a preset to start from, then one row per table. */
export function RightsFields({ values, tables, ofProgram = false, onChange }: Props) {
  const offered = ofProgram ? presets.filter(({ rights }) => rights[ownTable] !== 'own') : presets
  const applyPreset = (id: string) => {
    const preset = presets.find((one) => one.id === id)
    if (preset) onChange({ ...values, rights: preset.rights, exports: preset.exports })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">Rights</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map(({ id, title, description }) => (
          <button
            key={id}
            type="button"
            title={description}
            onClick={() => applyPreset(id)}
            className="min-h-9 rounded-full border-2 border-edge bg-card px-3.5 text-sm hover:border-forest hover:bg-sunken"
          >
            {title} preset
          </button>
        ))}
      </div>
      <ul className="divide-y divide-line border-line border-y">
        {tables.map((table) => (
          <TableRow key={table.name} table={table} values={values} ofProgram={ofProgram} onChange={onChange} />
        ))}
      </ul>
      {values.rights[ownTable] === 'own' && (
        <p className="text-muted text-sm">
          Own lessons are those whose instructor signs in as this person: choose the person in the instructor&rsquo;s
          record, under &ldquo;Signs in as&rdquo;. Until then no lesson is shown. The students in these lessons can be
          seen, too.
        </p>
      )}
    </fieldset>
  )
}

function TableRow({
  table: { name, title, hasNoExport },
  values,
  ofProgram,
  onChange,
}: Omit<Props, 'tables'> & { table: Table }) {
  const right = Object.hasOwn(values.rights, name) ? values.rights[name]! : null
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <div role="radiogroup" aria-label={title} className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <span className="min-w-32 basis-full sm:flex-1 sm:basis-auto" aria-hidden="true">
          {title}
        </span>
        {levels
          .filter(([level]) => level !== 'own' || (name === ownTable && !ofProgram))
          .map(([level, label]) => (
            <label key={label} className="inline-flex min-h-11 items-center gap-1.5">
              <input
                type="radio"
                name={`right-${name}`}
                checked={right === level}
                onChange={() => onChange(withRight(values, name, level))}
                className="size-4 accent-forest"
              />
              {label}
            </label>
          ))}
      </div>
      {!hasNoExport && (
        <CheckField
          aria-label={`Export ${title}`}
          disabled={right === null || right === 'own'}
          checked={values.exports.includes(name)}
          onCheck={(checked) => onChange(withExport(values, name, checked))}
          isSmall
          className="inline-flex min-h-11 items-center gap-1.5"
        >
          Export
        </CheckField>
      )}
    </li>
  )
}
