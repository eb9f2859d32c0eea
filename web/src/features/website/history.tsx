import { listSiteVersions } from '@app/contracts/website/calls'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { pictureId } from '@app/contracts/website/picture-id'
import { type WebsitePicture, widthsOf } from '@app/contracts/website/pictures'
import { shippedVersion, type WebsiteVersion } from '@app/contracts/website/versions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { PageSteps } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { ChangedValue } from './publish-dialog'
import { RemovePicture } from './remove-picture'

type Props = { mayEdit: boolean; isBusy: boolean; onRestore: (version: WebsiteVersion) => void }

/** Published versions, newest first, each with its changes. */
export function History({ mayEdit, isBusy, onRestore }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(queryOf(listSiteVersions, { query: { page: String(page) } }))
  if (!data) return <LoadState query={{ data, error, refetch }} what="the history" />
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
                <SmallButton disabled={isBusy} onClick={() => onRestore(version)}>
                  Restore this version
                </SmallButton>
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
                {mayEdit && <Pictures version={version} />}
              </details>
            )}
          </li>
        ))}
      </ol>
      <PageSteps page={page} pages={data.totalPages} onPage={setPage} />
    </div>
  )
}

const isPicture = (value: unknown): value is WebsitePicture | WebsiteLogo =>
  typeof value === 'object' && value !== null && 'id' in value && pictureId.test(String(value.id))
const picturesIn = (value: unknown) => [value].flat().filter(isPicture)

/** Photos and logos that a version put onto the page or took off it, as far as they are stored. */
function Pictures({ version: { id, changes } }: { version: WebsiteVersion }) {
  const found = new Map(
    changes.flatMap(({ before, after }) => [...picturesIn(before), ...picturesIn(after)]).map((one) => [one.id, one]),
  )
  return (
    <ul aria-label={`Pictures of version ${id}`} className="grid gap-2 pt-2 empty:hidden">
      {[...found.values()].map((picture, at) => (
        <li key={picture.id} className="flex flex-wrap items-center gap-3">
          {'crop' in picture && (
            <img
              src={pictureUrl(picture.id, widthsOf(picture)[0]!, 'webp')}
              alt={picture.alt}
              loading="lazy"
              className="h-16 w-24 rounded-lg bg-sunken object-cover"
            />
          )}
          <RemovePicture id={picture.id} label={`picture ${at + 1} of version ${id}`} />
        </li>
      ))}
    </ul>
  )
}

const titleOf = ({ id, restored }: WebsiteVersion) =>
  id === shippedVersion ? 'As shipped' : `Version ${id}${restored === null ? '' : `, version ${restored} again`}`
