import type { ImportNote } from '@app/contracts/imports'
import { type Family, titleOf } from '@app/table-schema'
import type { Group, Identity } from './family-groups'
import type { Relative } from './row-drafts'

type Noted = {
  family: Family
  groups: readonly Group[]
  relatives: ReadonlyMap<Group, Relative | 'several'>
  identity: Identity
  /** Relatives without a phone of their own; rows whose phone and address are of their person. */
  borrowed: number
  own: number
  mayAdd: boolean
  mayFind: boolean
}

/** "Ann & Tom Lee", "Ann Lee / Tom Lee", "Ann und Tom Lee", "Ann Lee, Tom Lee". */
const twoNames = /\p{L}(?: ?[&+/;] ?| (?:and|und|y|et) )\p{L}| \p{L}+, \p{L}+ \p{L}/u

/** The values of a record where the file says otherwise. */
export const keptValues = ({ values, found }: Relative, { isSame }: Identity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => found && value !== null && !isSame(name, value, found[name] ?? ''))
      .map(([name]) => [name, found?.[name] ?? null]),
  )

/** Notes for a person on how relatives were read. */
export function familyNotes({
  family,
  groups,
  relatives,
  identity,
  borrowed,
  own,
  mayAdd,
  mayFind,
}: Noted): ImportNote[] {
  const { schema } = family
  const { title, isSame } = identity
  const many = (schema.title ?? schema.name).toLowerCase()
  const one = (schema.singular ?? many).toLowerCase()
  const label = (name: string) => titleOf(name, schema.properties[name])
  const notes: ImportNote[] = []
  const note = (kind: string, message: string) => notes.push({ kind: `family-${kind}`, message })
  const number = (count: number, single: string, several: string) => `${count} ${count === 1 ? single : several}`

  if (!mayFind)
    note(
      'right',
      `You do not have the right to view ${many}, so rows that name one cannot be imported. Ask an admin for View or Edit of ${schema.title ?? many}.`,
    )
  else if (!mayAdd)
    note(
      'right',
      `You do not have the right to edit ${many}, so rows that name a new one cannot be imported. Ask an admin for Edit of ${schema.title ?? many}.`,
    )

  const all = groups.flatMap(({ said }) => said)
  const pairs = all.filter(({ values }) => twoNames.test(identity.nameOf(values)))
  const [pair] = pairs
  if (pair)
    note(
      'two-names',
      `${number(pairs.length, 'row seems', 'rows seem')} to name two people as one ${one}, such as “${pair.values[title]}” in row ${pair.row}. They become one record under this name; for two, give the second one columns of its own.`,
    )

  const others = groups.flatMap(({ said, values }) =>
    said.flatMap((each) =>
      Object.entries(each.values)
        .filter(([name, value]) => value !== null && !isSame(name, value, values[name]))
        .map(([name, value]) => ({ row: each.row, name, value, first: values[name], at: values[title] })),
    ),
  )
  const [other] = others
  if (other)
    note(
      'differs',
      `${number(others.length, 'value differs', 'values differ')} between rows of the same ${one}, and the first one is taken: ${label(other.name)} of ${other.at} is ${other.first}, not ${other.value} as in row ${other.row}.`,
    )

  const kept = groups.flatMap((group) => {
    const relative = relatives.get(group)
    const names = relative && relative !== 'several' ? Object.keys(keptValues(relative, identity)) : []
    return names.length > 0 ? [{ group, names }] : []
  })
  const [first] = kept
  if (first)
    note(
      'kept',
      `${number(kept.length, `of the ${many} in the table has`, `of the ${many} in the table have`)} other values than the file and stay as they are, such as ${first.group.values[title] ?? one} in row ${first.group.row}: ${first.names.map(label).join(', ')}.`,
    )
  if (borrowed > 0)
    note(
      'shared-contact',
      `${number(borrowed, `${one} has`, `${many} have`)} the phone or email of the other one in the row.`,
    )
  if (own > 0)
    note(
      'own-contact',
      `${number(own, 'row names', 'rows name')} no ${one} and ${own === 1 ? 'needs' : 'need'} none: phone and email there are of the person of the row.`,
    )
  return notes
}
