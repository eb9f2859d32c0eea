import { useAtomValue, useSetAtom } from 'jotai'
import { Activity, BookText, LogOut, MonitorSmartphone, TableProperties, Trash2, Users } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '#lib/paths'
import { ThemeChoice } from '#ui/theme-choice'
import { signOutAtom, userAtom } from './user.atoms'

const roleTitles = { admin: 'Administrator', staff: 'Staff', user: 'Visitor' } as const

const item = 'flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-sunken'

/** Who is signed in, the choice of colours, and what belongs to the account. */
export function AccountLinks({ withAddress = false }: { withAddress?: boolean }) {
  const { user } = useAtomValue(userAtom)
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
        Your sessions
      </Link>
      {user?.role !== 'user' && (
        <Link href={paths.trash} className={item}>
          <Trash2 className="size-5 text-muted" />
          Trash
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
        <a href={paths.reference} className={item}>
          <BookText className="size-5 text-muted" />
          API reference
        </a>
      )}
    </>
  )
}

export function LogoutButton({ children = 'Logout', ...rest }: ComponentProps<'button'>) {
  const signOut = useSetAtom(signOutAtom)
  const [, navigate] = useLocation()
  return (
    <button type="button" onClick={() => signOut(() => navigate(paths.login))} {...rest}>
      <LogOut className="size-5" />
      {children}
    </button>
  )
}
