import type { ServiceAccount } from '@app/contracts/service-accounts'
import { Link } from 'wouter'
import { accessSummary, type Table } from '#features/people/access-values'
import { paths } from '#lib/paths'
import { momentText } from '#lib/school-time'
import { factsText } from '#lib/words'
import { Badge } from '#ui/badge'

type Props = { account: ServiceAccount; tables: readonly Table[]; onOpen: () => void }

function lastUse(secrets: ServiceAccount['secrets']): string {
  if (secrets.length === 0) return 'No secret'
  const last = secrets
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1)
  return last ? `Last used ${momentText(last)}` : 'Not used yet'
}

/** One service account: what it may do, when it was last used, when it ends. */
export function AccountItem({ account, tables, onOpen }: Props) {
  const { id, name, rights, state, secrets, expiresAt, networks, owner } = account
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          {state === 'expired' && <Badge label="Expired" tone="red" />}
          {state === 'ownerless' && <Badge label="No owner" tone="red" />}
          {secrets.length > 1 && <Badge label="Two secrets" tone="amber" />}
        </p>
        <p className="text-sm">{accessSummary({ role: 'staff', rights, exports: [] }, tables)}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {factsText([
            lastUse(secrets),
            expiresAt ? `Expires ${momentText(expiresAt)}` : 'Does not expire',
            networks.length > 0 && `From ${networks.join(', ')}`,
            owner && `Owner ${owner.email}`,
          ])}
        </p>
      </div>
      <Link
        href={`${paths.activity}?who=${id}`}
        className="text-link min-h-11 content-center"
        aria-label={`Activity of ${name}`}
      >
        Activity
      </Link>
      <button type="button" className="text-link min-h-11" aria-label={`Edit ${name}`} onClick={onOpen}>
        Edit
      </button>
    </li>
  )
}
