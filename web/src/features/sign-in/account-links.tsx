import { readReference } from '@app/contracts/calls/api-docs'
import { Activity, BookText, ListChecks, LogOut, MonitorSmartphone, TableProperties, Trash2, Users } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { paths } from '#lib/paths'
import { ThemeChoice } from '#ui/theme-choice'
import { useSignOut } from './sign-out'
import { useUser } from './user'

const roleTitles = { admin: 'Administrator', staff: 'Staff', user: 'Visitor' } as const

const item = 'flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-sunken'

/** Who is signed in, the choice of colors, and what belongs to the account. */
export function AccountLinks({ withAddress = false }: { withAddress?: boolean }) {
  const user = useUser()
  return (
    <>
      <p className="px-3 py-2 text-muted text-sm [overflow-wrap:anywhere]">
        {user?.name && <span className="block font-semibold text-ink">{user.name}</span>}
        {withAddress && <span className="block text-ink">{user?.email}</span>}
        {roleTitles[user?.role ?? 'user']}
      </p>
      <ThemeChoice />
      <Link href={paths.sessions} className={item}>
        <MonitorSmartphone className="size-5 text-muted" />
        Account and passkeys
      </Link>
      {user?.role !== 'user' && (
        <Link href={paths.trash} className={item}>
          <Trash2 className="size-5 text-muted" />
          Trash
        </Link>
      )}
      {user?.role !== 'user' && (
        <Link href={paths.work} className={item}>
          <ListChecks className="size-5 text-muted" />
          Recent work
        </Link>
      )}
      {user?.role === 'admin' && (
        <Link href={paths.activity} className={item}>
          <Activity className="size-5 text-muted" />
          Activity
        </Link>
      )}
      {user?.role === 'admin' && (
        <Link href={paths.people} className={item}>
          <Users className="size-5 text-muted" />
          People
        </Link>
      )}
      {user?.role === 'admin' && (
        <Link href={paths.shape} className={item}>
          <TableProperties className="size-5 text-muted" />
          Tables and fields
        </Link>
      )}
      {user?.role === 'admin' && (
        <a href={readReference.path} className={item}>
          <BookText className="size-5 text-muted" />
          API reference
        </a>
      )}
    </>
  )
}

export function LogoutButton({ children = 'Logout', ...rest }: ComponentProps<'button'>) {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={signOut} {...rest}>
      <LogOut className="size-5" />
      {children}
    </button>
  )
}
