import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { labelsQuery } from '#features/records/list/references/references.api'
import { useSchema, useTableTitles } from '#features/records/list/use-schema'
import { useUser } from '#features/sign-in/user'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { WorkPage } from './work-page'

type Records = readonly { id: string; text: string }[]

/** Records of a table with a text each: links, as far as the user may see the table; without one, the texts alone. */
function RecordLinks({ table, records }: { table: string | null; records: Records }) {
  const schema = useSchema(table ?? undefined)
  if (schema) return <NamedRecords schema={schema} records={records} />
  return (
    <ul className="grid gap-1">
      {records.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}

/** A record that is not found by its id was deleted. */
function NamedRecords({ schema, records }: { schema: TableSchema; records: Records }) {
  const { data } = useQuery(
    labelsQuery(
      schema,
      records.map(({ id }) => id),
    ),
  )
  return (
    <ul className="grid gap-1">
      {records.map(({ id, text }) => {
        const label = data?.get(id)?.label
        const isGone = data !== undefined && label === undefined
        return (
          <li key={id} className="[overflow-wrap:anywhere]">
            <a
              href={isGone ? trashPath(schema.name) : listPath({ table: schema.name, record: id })}
              className="text-link"
            >
              {isGone ? 'Deleted record' : (label ?? 'Record')}
            </a>
            : {text}
          </li>
        )
      })}
    </ul>
  )
}

/** The user's jobs, with the titles of tables and the names of records. */
export const RecentWork = () => <WorkPage tables={useTableTitles()} userId={useUser()?.id} RecordLinks={RecordLinks} />
