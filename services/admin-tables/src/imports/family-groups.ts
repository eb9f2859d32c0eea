import type { Pause } from '@app/concurrency/pacer'
import { comparable } from '@app/contracts/comparable'
import { normalEmail } from '@app/contracts/entered-line'
import { isPhoneField, type TableSchema, titleField } from '@app/table-schema'
import { phoneKey } from '@app/table-schema/phone-number'
import type { WireRecord } from '../tables/read-record'
import type { FileLookups } from './import-lookups'

export type Values = Readonly<Record<string, unknown>>

/** The values of one row for one relative. `isShared`: the address is that of another relative of the same row, with another name. */
export type Said = { row: number; slot: number; values: Values; isShared?: boolean }

/** The values of several rows for one relative: of each field the first value. */
export type Group = { row: number; slot: number; values: Record<string, unknown>; said: Said[] }

/** The fields that tell people apart. */
export function identityOf(schema: TableSchema) {
  const fields = Object.entries(schema.properties)
  const title = titleField(schema)!
  const emailField = fields.find(([, { format }]) => format === 'email')?.[0]
  const phoneField = fields.find(([, field]) => isPhoneField(field))?.[0]
  const text = (values: Values, name: string | undefined) => (name === undefined ? '' : String(values[name] ?? ''))
  return {
    title,
    emailField,
    phoneField,
    nameOf: (values: Values) => comparable(text(values, title)),
    emailOf: (values: Values) => normalEmail(text(values, emailField)),
    phoneOf: (values: Values) => phoneKey(text(values, phoneField)),
    /** True if two values of a field are the same to people. */
    isSame(field: string, one: unknown, other: unknown): boolean {
      if (field === phoneField && phoneKey(String(one))) return phoneKey(String(one)) === phoneKey(String(other))
      return comparable(String(one)) === comparable(String(other))
    },
  }
}
export type Identity = ReturnType<typeof identityOf>

export const saidKey = ({ row, slot }: Pick<Said, 'row' | 'slot'>) => `${row}/${slot}`

/** By what it is known that two rows mean the same person: an address, or a phone together with a name. */
function keysOf({ values, isShared }: Said, { nameOf, emailOf, phoneOf }: Identity): string[] {
  const name = nameOf(values)
  const email = emailOf(values)
  const phone = phoneOf(values)
  return [
    ...(email ? [isShared ? `email ${email} ${name}` : `email ${email}`] : []),
    ...(phone && name ? [`phone ${phone} ${name}`] : []),
  ]
}

const valuesOf = (said: readonly Said[]): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const one of said)
    for (const [name, value] of Object.entries(one.values)) if (value !== null) values[name] ??= value
  return values
}

/**
 * Joins what rows say of the same people, directly or through others. One of whom a row has the name alone is the one person of
 * this name in the file; where there are several, or none, they stand for themselves.
 */
export function groupRelatives(all: readonly Said[], identity: Identity): Map<string, Group> {
  const roots = all.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (roots[root] !== root) root = roots[root]!
    roots[at] = root
    return root
  }
  const join = (one: number, other: number) => {
    const [low, high] = [rootOf(one), rootOf(other)].toSorted((a, b) => a - b) as [number, number]
    roots[high] = low
  }
  const first = new Map<string, number>()
  const take = (key: string, at: number) => {
    const other = first.get(key)
    if (other === undefined) first.set(key, at)
    else join(other, at)
  }
  const byName = new Map<string, number[]>()
  const bare: number[] = []
  for (const [at, said] of all.entries()) {
    const keys = keysOf(said, identity)
    const name = identity.nameOf(said.values)
    if (keys.length === 0) bare.push(at)
    else if (name) byName.set(name, [...(byName.get(name) ?? []), at])
    for (const key of keys) take(key, at)
  }
  for (const at of bare) {
    const name = identity.nameOf(all[at]!.values)
    const others = new Set((byName.get(name) ?? []).map(rootOf))
    if (others.size === 1) join([...others][0]!, at)
    else take(`name ${name}`, at)
  }
  const members = Map.groupBy(all, (_, at) => rootOf(at))
  const groups = new Map<string, Group>()
  for (const said of members.values()) {
    const { row, slot } = said[0]!
    const group = { row, slot, values: valuesOf(said), said }
    for (const one of said) groups.set(saidKey(one), group)
  }
  return groups
}

/** Values of one query. */
const atOnce = 200

/** The record that a group is; `several` where that is not certain, nothing where there is none. */
type FoundRelative = WireRecord | 'several' | undefined

const onceEach = (records: readonly WireRecord[]) => [...new Map(records.map((one) => [one.id, one])).values()]

/**
 * Finds people among the records by their address; else by their phone and name; one of whom nothing but the name is known by
 * the name, if one alone has it.
 *
 * @param ownId the id that a group gets where it is added: a record with it was added by this import
 */
export async function findRelatives(
  groups: readonly Group[],
  { title, emailField, nameOf, emailOf, phoneOf }: Identity,
  { existing, lookAhead }: Pick<FileLookups, 'existing' | 'lookAhead'>,
  ownId: (group: Group) => string,
  pause: Pause,
): Promise<Map<Group, FoundRelative>> {
  async function by(
    field: string | undefined,
    values: readonly unknown[],
    key: (record: WireRecord) => string | undefined,
  ) {
    const found = new Map<string, WireRecord[]>()
    const wanted = [...new Set(values.filter(Boolean))]
    if (field !== undefined) await lookAhead(field, wanted, pause)
    for (let at = 0; field !== undefined && at < wanted.length; at += atOnce) {
      for (const record of await existing(field, wanted.slice(at, at + atOnce))) {
        const of = key(record)
        if (of) found.set(of, [...(found.get(of) ?? []), record])
      }
      await pause()
    }
    return found
  }
  const said = groups.flatMap((group) => group.said)
  const byEmail = await by(
    emailField,
    said.map(({ values }) => emailOf(values)),
    emailOf,
  )
  const byName = await by(
    title,
    said.map(({ values }) => values[title]),
    (record) => comparable(String(record[title] ?? '')),
  )

  function one(group: Group): FoundRelative {
    const names = new Set(group.said.map(({ values }) => nameOf(values)).filter(Boolean))
    const isNamed = (record: WireRecord) => names.has(nameOf(record))
    const named = onceEach([...names].flatMap((name) => byName.get(name) ?? []))
    const ofEmail = onceEach(
      group.said.flatMap(({ values, isShared }) => {
        const records = byEmail.get(emailOf(values) ?? '') ?? []
        return isShared ? records.filter(isNamed) : records
      }),
    )
    const phones = new Set(group.said.map(({ values }) => phoneOf(values)).filter(Boolean))
    const ofPhone = named.filter((record) => phones.has(phoneOf(record)))
    const isBare = phones.size === 0 && group.said.every(({ values }) => !emailOf(values))
    const found = ofEmail.length > 0 ? ofEmail : ofPhone.length > 0 || !isBare ? ofPhone : named
    if (found.some(({ id }) => id === ownId(group))) return undefined
    const certain = found.length > 1 ? found.filter(isNamed) : found
    return certain.length === 1 ? certain[0] : found.length === 0 ? undefined : 'several'
  }
  return new Map(groups.map((group) => [group, one(group)]))
}
