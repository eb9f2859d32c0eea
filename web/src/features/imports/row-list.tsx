import type { ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/table-schema/schema'
import type { ReactNode } from 'react'
import { counted, factsText } from '#lib/words'

type RowListProps = {
  empty: string
  /** Rows that are listed, and rows there are. */
  shown: number
  total: number
  children: ReactNode
}

export const RowList = ({ empty, shown, total, children }: RowListProps) =>
  total === 0 ? (
    <p className="text-muted">{empty}</p>
  ) : (
    <>
      <ul className="grid gap-1.5">{children}</ul>
      {total > shown && (
        <p className="text-muted text-sm">{counted(total - shown, 'more row', 'more rows')} like these</p>
      )}
    </>
  )

export const Row = ({ row, children }: { row: number; children: ReactNode }) => (
  <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 [overflow-wrap:anywhere]">
    <span className="text-muted text-sm">Row {row}</span>
    <div>{children}</div>
  </li>
)

type Family = NonNullable<ImportReport['family']>

/** `18 guardians`. */
export const relativesText = ({ title, singular }: Pick<Family, 'title' | 'singular'>, count: number) =>
  counted(count, singular.toLowerCase(), title.toLowerCase())

/** The relatives of the people of a file: `18 guardians will be created, 2 are in the table already`. */
export function familySummary({ create, found, ...family }: Family): string | undefined {
  const already = `${relativesText(family, found)} ${found === 1 ? 'is' : 'are'} in the table already`
  if (create === 0) return found > 0 ? already : undefined
  const added = `${relativesText(family, create)} will be created`
  return found > 0 ? `${added}, ${found} ${found === 1 ? 'is' : 'are'} in the table already` : added
}

const textOf = (value: unknown) => String(value ?? '')

/** Those who belong to the people of a file: who they are, and whether they are there. */
export function RelativeList({ schema, family }: { schema: TableSchema; family: Family }) {
  const { people, create, found } = family
  const label = (name: string) =>
    family.choices.find(({ value }) => value === `${family.field}.1.${name}`)?.label.replace(/^.*: /, '') ?? name
  return (
    <RowList empty="" shown={people.length} total={create + found}>
      {people.map(({ row, rows, isFound, values, kept = {} }) => (
        <Row key={`${row} ${JSON.stringify(values)}`} row={row}>
          {factsText(Object.values(values).map(textOf))}
          <span className="block text-muted text-sm">
            {isFound ? 'In the table already' : 'New'}, {counted(rows, (schema.singular ?? 'row').toLowerCase())}
            {Object.entries(kept).map(([name, value]) => `. ${label(name)} stays ${textOf(value) || 'empty'}`)}
          </span>
        </Row>
      ))}
    </RowList>
  )
}
