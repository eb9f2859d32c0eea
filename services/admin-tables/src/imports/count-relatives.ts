import type { ImportReport } from '@app/contracts/imports'
import { type Family, familyChoices, isJoinedTarget, optionsOf } from '@app/table-schema'
import type { Families } from './families'
import { keptValues } from './family-notes'
import type { Relative, RowOutcome } from './row-outcome'

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

/** Whom rows may name beside the people that they are about. */
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
