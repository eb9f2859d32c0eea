import type { Job } from '@app/contracts/jobs'
import { readSamples, type Samples } from '@app/contracts/setup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#lib/queries'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { LoadError } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { RemoveSamplesDialog } from './remove-samples-dialog'

const samplesQuery = queryOf(readSamples)

/** The sample records that are left, and the button that removes them. Nothing where there are none. */
export function SampleSection() {
  const { data, error, refetch } = useQuery(samplesQuery)
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState<Job>()
  const tables = data?.tables ?? []
  if (error && !data)
    return <LoadError error={error} fallback="Failed to look for sample records" onRetry={() => refetch()} />
  if (tables.length === 0 && !ended) return null
  const count = tables.reduce((sum, { records }) => sum + records.length, 0)
  return (
    <section aria-labelledby="samples" className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-6">
      <h3 id="samples" className="text-xl">
        Sample records
      </h3>
      {count === 0 ? (
        <p className="text-muted">All sample records are removed.</p>
      ) : (
        <>
          <p className="text-muted">
            The product includes sample records. {count} are left:{' '}
            {tables.map(({ title, records }) => `${title} ${records.length}`).join(', ')}.
          </p>
          <Button
            variant="outline"
            className="justify-self-start"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            Remove sample records...
          </Button>
        </>
      )}
      {ended && ended.skipped.length > 0 && <Stayed job={ended} tables={tables} />}
      {asking && (
        <RemoveSamplesDialog
          tables={tables}
          onClose={() => setAsking(false)}
          onEnded={(job) => {
            setEnded(job)
            setAsking(false)
          }}
        />
      )}
    </section>
  )
}

/** Those that the removal has left, as far as they are still there. */
function Stayed({ job, tables }: { job: Job; tables: Samples['tables'] }) {
  const left = new Set(tables.flatMap(({ records }) => records.map(({ id }) => id)))
  const stayed = job.skipped.filter(({ id }) => left.has(id))
  if (stayed.length === 0) return null
  return (
    <Notice tone="warn" title={`${counted(stayed.length, 'record')} stayed`}>
      <ul className="grid gap-1">
        {stayed.map(({ id, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
