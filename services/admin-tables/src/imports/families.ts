import type { Pause } from '@app/concurrency/pacer'
import type { ImportNote, ImportReport } from '@app/contracts/imports'
import { derivedId } from '@app/jobs'
import {
  type Family,
  familyChoices,
  familyTarget,
  fieldError,
  type ImportMapping,
  importedCell,
  isJoinedTarget,
  isUnclaimed,
  optionsOf,
  payloadForCreate,
  relationIn,
  type TableSchema,
  validateRecord,
} from '@app/table-schema'
import { findRelatives, type Group, groupRelatives, identityOf, type Said, saidKey } from './family-groups'
import { familyNotes, keptValues } from './family-notes'
import type { FileLookups } from './import-lookups'
import type { Row } from './read-rows'
import {
  type Column,
  columnsOf,
  type Draft,
  defaultsOf,
  draftOf,
  type Relative,
  type RowOutcome,
  rowError,
} from './row-drafts'

type FamilyOptions = {
  family: Family
  schema: TableSchema
  headers: readonly string[]
  mapping: ImportMapping
  /** The rows of the file, which are read once before any of them is checked: whom a row names alone, another one may describe. */
  rows: AsyncIterable<Row>
  lookups: Pick<FileLookups, 'existing' | 'lookAhead'>
  /** True if the person who imports may find relatives, or add them. */
  may: (level: 'view' | 'edit') => Promise<boolean>
  importId: string
  pause: Pause
}

/** The columns of one relative. */
type Slot = { slot: number; columns: Column[]; relation: Record<string, unknown>; isReachable: boolean }

/** The relation of a relative by the heading of their column: "Mother". */
function relationOf(schema: TableSchema, columns: readonly Column[]): Record<string, unknown> {
  const word = columns.map(({ header }) => relationIn(header)).find(Boolean)
  for (const [name, field] of word ? Object.entries(schema.properties) : []) {
    const cell = field.enum ? importedCell(field, word!) : undefined
    if (cell && 'value' in cell && !columns.some((column) => column.name === name)) return { [name]: cell.value }
  }
  return {}
}

const hasValue = (values: Readonly<Record<string, unknown>>) => Object.values(values).some((value) => value !== null)

/** The relatives of the people of the rows; nothing where no column names any. */
export async function surveyFamilies(options: FamilyOptions) {
  const { family, schema, headers, mapping, rows, lookups, may, importId, pause } = options
  const { field, schema: related } = family
  const targets = headers.flatMap((header) => {
    const target = familyTarget(mapping[header])
    return target?.field === field ? [{ header, ...target }] : []
  })
  if (targets.length === 0) return undefined
  const identity = identityOf(related)
  const { title, emailOf } = identity
  const [mayFind, mayAdd] = await Promise.all([may('view'), may('edit')])
  const slots = [...new Set(targets.map(({ slot }) => slot))].toSorted((one, other) => one - other)
  const people: Slot[] = slots.map((slot) => {
    const own = Object.fromEntries(targets.filter((one) => one.slot === slot).map(({ header, name }) => [header, name]))
    const columns = columnsOf(related, headers, own)
    const isReachable = columns.some(({ name }) => name === identity.emailField || name === identity.phoneField)
    return { slot, columns, relation: relationOf(related, columns), isReachable }
  })
  const personal = columnsOf(schema, headers, mapping)
  /** Of the person of the row where it names no relative and needs none. */
  const unclaimed = columnsOf(
    schema,
    headers,
    Object.fromEntries(
      targets
        .filter(({ slot, header, name }) => slot === slots[0] && isUnclaimed(schema, header, name))
        .map(({ header, name }) => [header, name]),
    ),
  )
  const nameColumn = people.flatMap(({ columns }) => columns).find(({ name }) => name === title)
  const isDue = (values: Readonly<Record<string, unknown>>) =>
    fieldError(schema, field, { ...values, [field]: [] }) !== undefined
  const counts = { borrowed: 0, own: 0 }

  /** The values of a row for each relative, with the errors of its cells. */
  function relativesIn(row: Row, person: Draft): { said: Said[]; drafts: Draft[]; isOwn: boolean } {
    const said: Said[] = []
    const drafts: Draft[] = []
    for (const { slot, columns, relation, isReachable } of people) {
      const draft = draftOf(columns, Number.POSITIVE_INFINITY, row)
      if (draft.errors.length === 0 && !hasValue(draft.values)) continue
      const [first] = said
      const values: Record<string, unknown> = { ...draft.values, ...relation }
      // An address or phone that reaches both is written once.
      if (!isReachable && first) {
        const name = first.values[identity.phoneField ?? ''] ? identity.phoneField : identity.emailField
        if (name) values[name] = first.values[name] ?? null
      }
      const isShared =
        first !== undefined &&
        emailOf(first.values) !== undefined &&
        emailOf(first.values) === emailOf(values) &&
        identity.nameOf(first.values) !== identity.nameOf(values)
      said.push({ row: row.row, slot, values, ...(isShared && { isShared }) })
      drafts.push(draft)
    }
    const isNamed = said.some(({ values }) => values[title])
    return { said, drafts, isOwn: said.length > 0 && !isNamed && unclaimed.length > 0 && !isDue(person.values) }
  }

  /** Values that are none are no reason to take two rows for the same person. */
  const valid = ({ values, ...rest }: Said): Said => {
    const faults = validateRecord(related, { ...values })
    return { ...rest, values: Object.fromEntries(Object.entries(values).filter(([name]) => !(name in faults))) }
  }

  const all: Said[] = []
  let read = 0
  for await (const row of rows) {
    const { said, isOwn } = relativesIn(row, draftOf(personal, headers.length, row))
    if (isOwn) counts.own++
    else {
      const known = said.map(valid).filter(({ values }) => values[title] || emailOf(values))
      all.push(...known)
      counts.borrowed += said.filter(
        ({ slot, values }) => values[title] && people.some((one) => one.slot === slot && !one.isReachable),
      ).length
    }
    if (++read % 200 === 0) await pause()
  }
  const bySaid = groupRelatives(all, identity)
  const groups = [...new Set(bySaid.values())]
  const idOf = ({ row, slot }: Group) => derivedId(`import ${importId} relative ${row} ${slot}`)
  const found = mayFind ? await findRelatives(groups, identity, lookups, idOf, pause) : new Map()
  const relatives = new Map<Group, Relative | 'several'>(
    groups.map((group) => {
      const record = found.get(group)
      if (record === 'several') return [group, record]
      const complete = { ...defaultsOf(related), ...group.values }
      const values = record ? group.values : payloadForCreate(related, complete)
      const name = String(record?.[title] ?? values[title] ?? '')
      return [group, { id: record?.id ?? idOf(group), name, row: group.row, values, ...(record && { found: record }) }]
    }),
  )
  const singular = related.singular ?? related.title ?? related.name
  const notes: ImportNote[] = familyNotes({
    family,
    groups,
    relatives,
    identity,
    ...counts,
    mayAdd,
    mayFind,
  })

  /** Adds those who belong to the person of a row to its draft, and returns them. */
  function relate(row: Row, draft: Draft): Relative[] {
    const { said, drafts, isOwn } = relativesIn(row, draft)
    if (isOwn) {
      const own = draftOf(unclaimed, Number.POSITIVE_INFINITY, row)
      Object.assign(draft.values, own.values)
      draft.errors.push(...own.errors)
      for (const name of own.unread) draft.unread.add(name)
      return []
    }
    const before = draft.errors.length
    const relation: Relative[] = []
    const refuse = (column: Column | undefined, message: string) =>
      draft.errors.push(rowError(draft, column, `${singular}: ${message}`))
    for (const [at, one] of said.entries()) {
      const { columns } = people.find(({ slot }) => slot === one.slot)!
      const columnOf = (name: string) =>
        columns.find((column) => column.name === name) ?? columns.find((column) => column.name === title) ?? nameColumn
      const cells = drafts[at]!
      for (const error of cells.errors) draft.errors.push({ ...error, message: `${singular}: ${error.message}` })
      const faults = validateRecord(related, { ...one.values })
      const given = Object.entries(faults).filter(([name]) => (one.values[name] ?? null) !== null)
      for (const [name, message] of given) refuse(columnOf(name), message)
      if (cells.errors.length + given.length > 0) continue
      const group = bySaid.get(saidKey(one))
      const relative = group && relatives.get(group)
      if (!relative) refuse(columnOf(title), `${related.properties[title]?.title ?? title} is required`)
      else if (relative === 'several')
        refuse(columnOf(title), `"${group.values[title] ?? emailOf(one.values)}" is not the name of one record alone`)
      else {
        const missing = relative.found ? [] : Object.entries(validateRecord(related, relative.values))
        for (const [name, message] of missing) refuse(columnOf(name), message)
        if (missing.length === 0 && !relative.found && !mayAdd)
          refuse(columnOf(title), 'you do not have the right to add it')
        relation.push(relative)
      }
    }
    if (said.length === 0 && isDue(draft.values))
      refuse(nameColumn, `${related.properties[title]?.title ?? title} is required`)
    if (draft.errors.length > before) draft.unread.add(field)
    else if (relation.length > 0) draft.values[field] = [...new Set(relation.map(({ id }) => id))]
    return relation
  }

  return {
    field,
    notes,
    relate,
    identity,
    /** The ids of those whom the import adds. */
    newIds: [...relatives.values()].flatMap((one) => (one === 'several' || one.found ? [] : [one.id])),
    columnOf: (name: string) => unclaimed.find((column) => column.name === name),
  }
}

export type Families = NonNullable<Awaited<ReturnType<typeof surveyFamilies>>>

type Counted = Pick<NonNullable<ImportReport['family']>, 'create' | 'found' | 'people'>

const shownPeople = 50

/** Counts the relatives of rows that can be imported. */
export function relativeCounter({ identity }: Families) {
  const all = new Map<string, { relative: Relative; rows: number }>()
  return {
    add(outcomes: readonly RowOutcome[]): void {
      for (const outcome of outcomes)
        if (outcome.action !== 'error')
          for (const relative of outcome.family ?? [])
            all.set(relative.id, { relative, rows: (all.get(relative.id)?.rows ?? 0) + 1 })
    },
    counted(): Counted {
      const found = [...all.values()].filter(({ relative }) => relative.found).length
      const people = [...all.values()].slice(0, shownPeople).map(({ relative, rows }) => {
        const kept = keptValues(relative, identity)
        const { row, found, values } = relative
        return { row, rows, isFound: found !== undefined, values, ...(Object.keys(kept).length > 0 && { kept }) }
      })
      return { create: all.size - found, found, people }
    },
  }
}

/** People whom rows may name besides those they are about. */
export function reportedFamily(family: Family, counts: Counted | undefined) {
  const { field, schema } = family
  const { title = schema.name, singular = title } = schema
  return {
    field,
    title,
    singular,
    create: 0,
    found: 0,
    people: [],
    choices: familyChoices(family).map(({ value, label, field }) => ({
      value,
      label,
      isJoined: isJoinedTarget(schema, value, family),
      options: optionsOf(field.items ?? field).map((option) => option.label),
    })),
    ...counts,
  }
}
