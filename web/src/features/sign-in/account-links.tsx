import { LogOut, MonitorSmartphone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { paths } from '#lib/paths'
import { ThemeChoice } from '#ui/theme-choice'
import { useSignOut } from './sign-out'
import { useUser } from './user'

const roleTitles = { admin: 'Administrator', staff: 'Staff', user: 'Visitor' } as const

/** Who is signed in, the choice of colors, and the page of the account. */
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
      <Link href={paths.sessions} className="flex min-h-11 items-center gap-2.5 rounded-lg px-3 hover:bg-sunken">
        <MonitorSmartphone className="size-5 text-muted" />
        Account and passkeys
      </Link>
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
