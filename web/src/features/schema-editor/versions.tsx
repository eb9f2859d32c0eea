import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { differences } from './rule-texts'
import { versionsQuery } from './schema-queries'

type Props = { name: string; current: TableSchema; onReturn: (schema: TableSchema) => void }

/** Former descriptions, each with how the current one differs from it. Returning to one is a draft like any other. */
export function Versions({ name, current, onReturn }: Props) {
  const { data, error, refetch } = useQuery(versionsQuery(name))
  if (error && !data)
    return <LoadError error={error} fallback="Failed to load the versions" onRetry={() => refetch()} />
  if (!data) return <Loading>Loading the versions...</Loading>
  if (data.length === 0) return <p className="text-muted">This table has not been changed here yet.</p>
  return (
    <ol className="grid gap-3">
      {data.map(({ id, savedAt, savedBy, schema }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-card p-4">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">
              {savedAt ? momentText(savedAt) : 'As it came'}
              {savedBy && <span className="font-normal text-muted [overflow-wrap:anywhere]"> by {savedBy}</span>}
            </p>
            <p className="text-muted text-sm">
              Since then: {differences(schema, current).join(', ') || 'nothing changed'}
            </p>
          </div>
          <Button size="small" variant="outline" onClick={() => onReturn({ ...schema, name })}>
            Return to this
          </Button>
        </li>
      ))}
    </ol>
  )
}
