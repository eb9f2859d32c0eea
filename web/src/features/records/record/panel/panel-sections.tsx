import { isFileUrl } from '@app/contracts/file-url'
import type { DatedReferrers, Referrers, TableRecord } from '@app/contracts/tables'
import { fullText, tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { isPhoneField } from '@app/table-schema/record-validation'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { isBlank } from '@app/table-schema/validation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { type Filters, listPath } from '#lib/list-address'
import { recordsKey } from '#lib/records'
import type { RecordPartProps } from '#lib/table-extension'
import { dialHref, PhoneText } from '#ui/phone'
import { cellKind, OptionText, ReferenceText } from '../../list/cells/cell'
import { dateText } from '../../list/date-text'
import { referrersQuery } from '../../list/references/references.api'
import { useExtension, useSchema } from '../../list/use-schema'

/** All fields of a record to read; empty ones are left out. */
function PanelDetails({ schema, record }: { schema: TableSchema; record: TableRecord }) {
  const { shownInHead = [], details = {} } = useExtension(schema.name)
  const fields = Object.entries(schema.properties).filter(
    ([name, field]) => !shownInHead.includes(name) && name !== 'id' && !isBlank(field, record[name]),
  )
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-5 gap-y-3 text-[0.93rem]">
      {[...fields, ['id', { type: 'string', title: 'ID' }] as const].map(([name, field]) => (
        <div key={name} data-wide={isLong(name, field, record[name]) || undefined} className="data-wide:col-span-full">
          <dt className="text-[0.82rem] text-muted">{titleOf(name, field)}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <FieldValue name={name} field={field} value={record[name]} record={record} Special={details[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Characters of a word that fits into one of the two columns. */
const maxWord = 22

function isLong(name: string, field: FieldSchema, value: unknown): boolean {
  if (field.format === 'textarea' || field.format === 'rich_text') return true
  if (typeof value !== 'string' || cellKind(name, field) === 'reference') return false
  const text = fullText(field, value)
  return text.length > 60 || text.split(/\s/).some((word) => word.length > maxWord)
}

const link = 'text-link'

type ValueProps = {
  name: string
  field: FieldSchema
  value: unknown
  record: TableRecord
  Special: ComponentType<{ record: TableRecord }> | undefined
}

function FieldValue({ name, field, value, record, Special }: ValueProps) {
  if (Special) return <Special record={record} />
  if (cellKind(name, field) === 'reference') return <ReferenceText field={field} value={value} asLinks />
  const text = fullText(field, value)
  if (typeof value !== 'string') return text
  if (field.enum) return <OptionText field={field} value={value} text={text} />
  const kind = cellKind(name, field)
  const address = (kind === 'image' || kind === 'file') && isFileUrl(value) ? value : undefined
  if (address && kind === 'image')
    return <img src={address} alt={titleOf(name, field)} className="max-h-48 rounded-lg" />
  if (address)
    return (
      <a href={address} download className={link}>
        Download the file
      </a>
    )
  if (field.format === 'email')
    return (
      <a href={`mailto:${value}`} className={link}>
        {text}
      </a>
    )
  const call = isPhoneField(field) ? dialHref(value) : undefined
  if (call)
    return (
      <a href={call} className={link}>
        <PhoneText phone={text} />
      </a>
    )
  if (field.format === 'uri' && /^https?:\/\//i.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer" className={link}>
        {text}
      </a>
    )
  return text
}

/** The head that the table adds, then the sections of the record: its fields, and those that extensions add. */
export function PanelSections({ schema, record, onDirty, onChanged, onGone }: RecordPartProps) {
  const id = useId()
  const client = useQueryClient()
  const { RecordHead, RecordTail, recordSections = [] } = useExtension(schema.name)
  const [selected, select] = useState('details')
  const reloadList = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })
  const part: RecordPartProps = {
    schema,
    record,
    onDirty,
    onChanged: () => {
      reloadList()
      onChanged()
    },
    onGone: () => {
      reloadList()
      onGone()
    },
  }
  const sections = [{ key: 'details', label: 'Details' }, ...recordSections]
  const Section = recordSections.find(({ key }) => key === selected)?.Section

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {RecordHead && <RecordHead {...part} />}
      {sections.length > 1 && (
        <div role="tablist" aria-label="Record" className="flex flex-wrap gap-1 border-line border-b">
          {sections.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              aria-selected={key === selected}
              aria-controls={`${id}-panel`}
              onClick={() => select(key)}
              className="min-h-9 rounded-t-lg border-transparent border-b-2 px-3 font-display font-semibold text-muted text-sm hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has the name only together with the role. */}
      <div
        id={`${id}-panel`}
        role={sections.length > 1 ? 'tabpanel' : undefined}
        aria-labelledby={sections.length > 1 ? `${id}-${selected}` : undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {Section ? (
          <Section {...part} />
        ) : (
          <>
            <PanelDetails schema={schema} record={record} />
            <ReferrerList table={schema.name} id={record.id} />
          </>
        )}
      </div>
      {RecordTail && <RecordTail {...part} />}
    </div>
  )
}

/** The other side of references: the lessons of a student, with a link to all of them. */
function ReferrerList({ table, id }: { table: string; id: string }) {
  const { data = [] } = useQuery(referrersQuery(table, id))
  return data
    .filter(({ total }) => total > 0)
    .map((one) => <ReferrersOfField key={`${one.table} ${one.field}`} id={id} {...one} />)
}

type Sample = Referrers[number]['sample']

function ReferrersOfField({ id, table, field, total, sample, coming, past }: Referrers[number] & { id: string }) {
  const schema = useSchema(table)
  const { referrerTitles = {} } = useExtension(table)
  const described = `${schema ? tabLabel(schema) : table}: ${titleOf(field, schema?.properties[field])}`
  const title = Object.hasOwn(referrerTitles, field) ? referrerTitles[field] : described
  const start = schema?.calendar?.start
  const startField = start === undefined ? undefined : schema?.properties[start]
  const all = { [field]: id }
  const dateOf = (at: string) => (startField && dateText(startField, at)) ?? at
  return (
    <section aria-label={title} className="grid gap-1 rounded-xl border border-line p-3 text-[0.93rem]">
      <h4 className="flex items-baseline gap-2 font-semibold">
        {title}
        <AllOf table={table} filters={all} total={total} />
      </h4>
      {coming && past && start !== undefined ? (
        <>
          <Dated
            name="Coming"
            table={table}
            filters={{ ...all, [`${start}__gte`]: 'today' }}
            dateOf={dateOf}
            {...coming}
          />
          <Dated name="Past" table={table} filters={{ ...all, [`${start}__lt`]: 'today' }} dateOf={dateOf} {...past} />
        </>
      ) : (
        <RecordLinks table={table} records={sample} />
      )}
    </section>
  )
}

type DatedProps = DatedReferrers & { name: string; table: string; filters: Filters; dateOf: (at: string) => string }

function Dated({ name, table, filters, total, sample, dateOf }: DatedProps) {
  if (total === 0) return null
  return (
    <>
      <h5 className="flex items-baseline gap-2 text-muted">
        {name}
        {total > sample.length && <AllOf table={table} filters={filters} total={total} />}
      </h5>
      <RecordLinks table={table} records={sample} dateOf={dateOf} />
    </>
  )
}

const AllOf = ({ table, filters, total }: { table: string; filters: Filters; total: number }) => (
  <a href={listPath({ table, filters })} className="text-link ml-auto font-normal text-sm">
    all {total}
  </a>
)

type LinksProps = { table: string; records: Sample; dateOf?: (at: string) => string }

const RecordLinks = ({ table, records, dateOf }: LinksProps) => (
  <ul className="grid gap-0.5">
    {records.map(({ id, label, at }) => (
      <li key={id} className="flex flex-wrap gap-x-2">
        {at && dateOf && <span>{dateOf(at)}</span>}
        <a href={listPath({ table, record: id })} className="text-link">
          {label}
        </a>
      </li>
    ))}
  </ul>
)
