import type { Person } from '@app/contracts/people'
import { roleTitles } from '#lib/role-titles'
import { momentText } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { accessSummary, type Table } from './access-values'

type Props = { person: Person; tables: readonly Table[]; onOpen: () => void; onInvite: () => void }

function lastSeen({ lastSeenAt, invitedAt }: Person): string {
  if (lastSeenAt) return `Last seen ${momentText(lastSeenAt)}`
  return invitedAt ? `Invited ${momentText(invitedAt)}, not signed in yet` : 'Not signed in yet'
}

/** One person: who, what they may do, when they were last here. */
export function PersonItem({ person, tables, onOpen, onInvite }: Props) {
  const { email, name, role, disabled, accessRequestedAt, protection } = person
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name ?? email}</span>
          <Badge label={roleTitles[role]} tone={role === 'admin' ? 'green' : 'gray'} />
          {disabled && <Badge label="Disabled" tone="red" />}
          {accessRequestedAt && <Badge label="Requests access" tone="amber" />}
          {protection === 'self' && <span className="font-normal text-muted text-sm">You</span>}
        </p>
        {name && <p className="text-muted text-sm [overflow-wrap:anywhere]">{email}</p>}
        <p className="text-sm">{accessSummary(person, tables)}</p>
        <p className="text-muted text-sm">{lastSeen(person)}</p>
      </div>
      {role === 'user' && !disabled && (
        <button type="button" className="text-link min-h-11" aria-label={`Give access to ${email}`} onClick={onInvite}>
          Give access
        </button>
      )}
      <button type="button" className="text-link min-h-11" aria-label={`Edit ${email}`} onClick={onOpen}>
        Edit
      </button>
    </li>
  )
}
