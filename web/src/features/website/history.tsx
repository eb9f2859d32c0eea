import { listSiteVersions } from '@app/contracts/calls/website'
import { shippedVersion, type WebsiteVersion } from '@app/contracts/website/versions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#lib/call-query'
import { momentText } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { PageSteps } from '#ui/page-steps'
import { ChangedValue } from './publish-dialog'

type Props = { mayEdit: boolean; isBusy: boolean; onRestore: (version: WebsiteVersion) => void }

/** What was published, newest first, each with what it changed. */
export function History({ mayEdit, isBusy, onRestore }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(queryOf(listSiteVersions, { query: { page: String(page) } }))
  if (error && !data) return <LoadError error={error} fallback="Failed to load the history" onRetry={() => refetch()} />
  if (!data) return <Loading>Loading the history...</Loading>
  return (
    <div className="grid gap-4">
      <ol aria-label="Versions" className="grid gap-3">
        {data.data.map((version) => (
          <li key={version.id} className="grid gap-2 rounded-xl border border-line bg-card p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
                <strong className="font-display">{titleOf(version)}</strong>
                {version.publishedAt && (
                  <span className="block text-muted text-sm">
                    {momentText(version.publishedAt)}, {version.publishedBy}
                  </span>
                )}
              </p>
              {version.isLive && <Badge tone="green" label="Live" />}
              {!version.isLive && mayEdit && (
                <Button variant="outline" size="small" disabled={isBusy} onClick={() => onRestore(version)}>
                  Restore this version
                </Button>
              )}
            </div>
            {version.changes.length > 0 && (
              <details className="text-sm">
                <summary className="cursor-pointer py-1.5 text-muted hover:underline">What it changed</summary>
                <ul className="grid gap-2 pt-1">
                  {version.changes.map((change) => (
                    <li key={change.path} className="border-line border-l-4 pl-3">
                      <ChangedValue {...change} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ol>
      <PageSteps page={page} pages={data.totalPages} hasMore={page < data.totalPages} onPage={setPage} />
    </div>
  )
}

const titleOf = ({ id, restored }: WebsiteVersion) =>
  id === shippedVersion ? 'As shipped' : `Version ${id}${restored === null ? '' : `, version ${restored} again`}`
