import { isFileUrl } from '@app/contracts/file-url'
import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText } from '@app/table-schema/cell'
import { isEmpty, kindOf } from '@app/table-schema/field'
import { isPhoneField } from '@app/table-schema/record-validation'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { FieldSchema } from '@app/table-schema/schema'
import { Check, Copy, Paperclip, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { listPath } from '#lib/list-address'
import { useRights } from '#lib/rights'
import { Badge } from '#ui/badge'
import { PhoneText } from '#ui/phone'
import { dateText } from '../date-text'
import { referenceValues, useLabels } from '../references/references.api'

/** The text of a cell: dates short, everything else as `cellText` says. */
export function displayText(field: FieldSchema, value: unknown): string {
  const isDate = field.format === 'date' || field.format === 'date-time'
  const short = isDate && typeof value === 'string' && !field.enum ? dateText(field, value) : undefined
  return short ?? cellText(field, value)
}

export type CellKind = 'id' | 'number' | 'date' | 'option' | 'boolean' | 'image' | 'file' | 'reference' | 'text'

/** The style of a cell; `displayText` makes its text. */
export function cellKind(key: string, field: FieldSchema): CellKind {
  if (key === 'id') return 'id'
  if (referencedTable(field) !== undefined) return 'reference'
  const kind = kindOf(field)
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number' || kind === 'integer') return field.enum ? 'option' : 'number'
  if (field.enum) return 'option'
  if (field.format === 'date' || field.format === 'date-time') return 'date'
  if (field.format === 'image' || field.format === 'file') return field.format
  return 'text'
}

const isOfKind: Partial<Record<ReturnType<typeof kindOf>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
}

/** True if a stored value is not of the field's type. Missing values never differ. */
export const typeDiffers = (field: FieldSchema, value: unknown) =>
  value !== null && value !== undefined && isOfKind[kindOf(field)]?.(value) === false

/** True if the schema still offers an option. */
const isOffered = (field: FieldSchema, value: unknown) => !field.enum || field.enum.includes(value as string | number)

export const typeName = (value: unknown) =>
  Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : typeof value

const optionColor = (field: FieldSchema, value: unknown) =>
  field.enumColors?.[field.enum?.indexOf(value as string | number) ?? -1]

const dots = {
  gray: 'bg-muted',
  green: 'bg-[#2f9e5b]',
  amber: 'bg-[#e0a116]',
  red: 'bg-red',
  blue: 'bg-blue',
  purple: 'bg-[#8a63c7]',
} as const

export const OptionDot = ({ color }: { color: keyof typeof dots }) => (
  <span aria-hidden="true" className={`size-[0.6rem] flex-none rounded-full ${dots[color]}`} />
)

/** An option, behind a dot where the schema gives it a color. One that is no longer offered is underlined. */
export function OptionText({ field, value, text }: { field: FieldSchema; value: unknown; text: string }) {
  const color = optionColor(field, value)
  const look = isOffered(field, value) ? '' : 'text-muted underline decoration-dashed underline-offset-[0.2em]'
  return (
    <span className={`inline-flex max-w-full items-center gap-[0.4rem] ${look}`}>
      {color && <OptionDot color={color} />}
      {text}
    </span>
  )
}

type Props = {
  column: Column
  at: number
  record: TableRecord
  Special?: ComponentType<{ record: TableRecord }>
  /** Makes the value a link to the record. */
  href?: string
}

/** A cell. Cut text is shown in full on hover and focus (full-text.tsx). */
export function Cell({ column: { key, title, field }, at, record, Special, href }: Props) {
  const kind = cellKind(key, field)
  const content = Special ? <Special record={record} /> : <CellValue name={key} field={field} value={record[key]} />
  return (
    <td data-stop={at} data-kind={kind} data-label={title} data-title={href !== undefined || undefined} tabIndex={-1}>
      {href === undefined ? (
        content
      ) : (
        <a
          href={href}
          tabIndex={-1}
          data-action="open"
          className="font-semibold text-ink hover:text-forest hover:underline hover:underline-offset-[0.2em]"
        >
          {isEmpty(record[key]) ? 'Untitled' : content}
        </a>
      )}
    </td>
  )
}

export function CellValue({ name, field, value }: { name: string; field: Column['field']; value: unknown }) {
  const kind = cellKind(name, field)
  const text = displayText(field, value)
  if (typeDiffers(field, value)) return <DifferentType text={text} value={value} />
  // Readers have no use for the path of a file.
  if ((kind === 'image' || kind === 'file') && isFileUrl(value))
    return kind === 'image' ? (
      <img
        src={value}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-7 rounded-[0.35rem] bg-sunken object-cover"
      />
    ) : (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Paperclip className="size-4" />
        File
      </span>
    )
  if (kind === 'reference') return <ReferenceText field={field} value={value} />
  if (kind === 'id') return <ShortId id={text} />
  if (kind === 'option' && text) return <OptionText field={field} value={value} text={text} />
  if (isPhoneField(field)) return <PhoneText phone={text} />
  if (value === true)
    return (
      <span className="inline-flex items-center gap-1">
        <Check className="size-4 text-good" />
        {text}
      </span>
    )
  return text
}

/** The end of an id, which is what differs between records, and a button that copies all of it. */
const ShortId = ({ id }: { id: string }) => (
  <button type="button" data-action="copy" tabIndex={-1} title={`Copy ${id}`} className="short-id">
    <span className="sr-only">Copy ID {id}</span>
    <span aria-hidden="true">{id.length > 8 ? id.slice(-6) : id}</span>
    <Copy className="size-3.5" />
  </button>
)

const DifferentType = ({ text, value }: { text: string; value: unknown }) => (
  <span>
    {text}
    <span className="ml-1.5 inline-flex align-middle text-warn" title={`Unexpected type: ${typeName(value)}`}>
      <TriangleAlert className="size-4" />
      <span className="sr-only"> (type differs)</span>
    </span>
  </span>
)

type ReferenceTextProps = { field: FieldSchema; value: unknown; asLinks?: boolean }

/** The labels of referenced records; with `asLinks` a list of links to them with their badges. */
export function ReferenceText({ field, value, asLinks = false }: ReferenceTextProps) {
  const table = referencedTable(field) ?? ''
  const mayView = useRights()(table, 'view')
  const labels = useLabels()
  const ids = referenceValues(value)
  if (!asLinks) return ids.map((id) => referenceLabel(labels, table, id)).join(', ')
  return (
    <ul className="grid gap-0.5">
      {ids.map((id) => {
        const known = labels[table]?.[id]
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            {known && !known.deleted && mayView ? (
              <a href={listPath({ table, record: id })} className="text-link">
                {known.label}
              </a>
            ) : (
              <span className={known && !known.deleted ? undefined : 'text-muted'}>
                {referenceLabel(labels, table, id)}
              </span>
            )}
            {known?.badges?.map((badge) => (
              <Badge key={badge.label} {...badge} />
            ))}
          </li>
        )
      })}
    </ul>
  )
}
