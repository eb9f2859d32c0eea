import type { Person } from '@app/contracts/people'
import { websiteRight } from '@app/contracts/policy'
import presetList from '@app/contracts/rights-presets.json'
import { ownTable, type Role, type TableRight, type TableRights } from '@app/contracts/users'
import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/records/list/tables.api'

/** A table as this feature sees it. */
export type Table = {
  name: string
  title: string
  /** Nothing to export. */
  hasNoExport?: boolean
}

/** The tables that rights are given for, and the website, whose right is kept like that on a table. That of people is for admins alone. */
export function useSharedTables(): Table[] {
  const { data } = useQuery(schemasQuery)
  if (!data) return []
  const shared = data.tables.filter(({ name }) => name !== 'users')
  const tables = shared.map(({ name, title }) => ({ name, title: title ?? wordsOf(name) }))
  return [...tables, { name: websiteRight, title: 'Website', hasNoExport: true }]
}

/** The values of the form of a person's access. */
export type AccessValues = { name: string; role: Role; rights: TableRights; exports: string[] }

type Preset = { id: string; title: string; description: string; rights: TableRights; exports: string[] }
export const presets = presetList as Preset[]

export const emptyAccess: AccessValues = { name: '', role: 'staff', rights: {}, exports: [] }

const ownLessons = presets.find(({ rights }) => rights[ownTable] === 'own')
/** The rights of somebody who teaches, and does nothing else. */
export const ownLessonsAccess = { rights: { ...ownLessons?.rights }, exports: [...(ownLessons?.exports ?? [])] }

export const accessOf = ({ name, role, rights, exports }: Person): AccessValues => ({
  name: name ?? '',
  role,
  rights,
  exports,
})

/** Sets one right; without the right to view all of a table it cannot be exported either. */
export function withRight(values: AccessValues, table: string, right: TableRight | null): AccessValues {
  const { [table]: _, ...others } = values.rights
  const rights = right ? { ...others, [table]: right } : others
  if (right && right !== 'own') return { ...values, rights }
  return { ...values, rights, exports: values.exports.filter((name) => name !== table) }
}

export const withExport = (values: AccessValues, table: string, on: boolean): AccessValues => ({
  ...values,
  exports: on ? [...values.exports, table] : values.exports.filter((name) => name !== table),
})

/** One line about what a person may do: "Edits Lessons; sees Students, Equipment; exports Lessons". */
export function accessSummary(
  { role, rights, exports }: Pick<Person, 'role' | 'rights' | 'exports'>,
  tables: readonly Table[],
): string {
  if (role === 'admin') return 'Everything'
  if (role === 'user') return 'No access to the dashboard'
  const titles = (right: TableRight) => tables.filter(({ name }) => rights[name] === right).map(({ title }) => title)
  const exported = tables.filter(({ name }) => exports.includes(name)).map(({ title }) => title)
  const parts = [
    ['Edits', titles('edit')],
    ['sees', titles('view')],
    ['marks own', titles('own')],
    ['exports', exported],
  ] as const
  const text = parts
    .filter(([, list]) => list.length > 0)
    .map(([verb, list]) => `${verb} ${list.join(', ')}`)
    .join('; ')
  return text ? text[0]!.toUpperCase() + text.slice(1) : 'No table yet'
}
