import type { Pause } from '@app/concurrency/pacer'
import { comparable } from '@app/contracts/comparable'
import type { WireRecord } from '../tables/read-record'
import type { Group, Identity } from './family-groups'
import type { Lookups } from './import-lookups'

/** Values of one query. */
const atOnce = 200

/** The record that a group is; `several` where that is not certain, nothing where there is none. */
export type FoundRelative = WireRecord | 'several' | undefined

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
  { existing }: Pick<Lookups, 'existing'>,
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
