import { ChevronDown, LogOut, Monitor, MonitorSmartphone, Moon, Sun } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Link } from 'wouter'
import { countUnsent } from '#lib/device-store'
import { paths } from '#lib/paths'
import { chooseTheme, readTheme, type Theme } from '#lib/theme'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Popover } from '#ui/popover'
import { useSignOut } from './sign-out'
import { useUser } from './user'

const themes: readonly { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
]

/** Light, dark, or as the system is. */
function ThemeChoice() {
  const name = useId()
  const [theme, setTheme] = useState(readTheme)
  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          className="flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-md px-1 text-sm has-checked:bg-card has-checked:font-semibold has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={theme === value}
            onChange={() => {
              chooseTheme(value)
              setTheme(value)
            }}
            className="sr-only"
          />
          <Icon className="size-4" aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

const roleTitles = { admin: 'Administrator', staff: 'Staff', user: 'Visitor' } as const

/** The user's address, the choice of colors, and a link to the account. */
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

/** Ends the session. What is kept on this device goes with it, so unsent work is asked about first. */
export function LogoutButton({ children = 'Logout', ...rest }: ComponentProps<'button'>) {
  const signOut = useSignOut()
  const [unsent, setUnsent] = useState(0)
  const leave = async () => {
    const count = await countUnsent()
    if (count === 0) return signOut()
    setUnsent(count)
  }
  return (
    <>
      <button type="button" onClick={leave} {...rest}>
        <LogOut className="size-5" />
        {children}
      </button>
      {unsent > 0 && (
        <Dialog
          title="Not sent yet"
          role="alertdialog"
          size="small"
          onClose={() => setUnsent(0)}
          footer={
            <>
              <Button variant="outline" onClick={signOut}>
                Log out and lose them
              </Button>
              <Button data-first onClick={() => setUnsent(0)}>
                Stay signed in
              </Button>
            </>
          }
        >
          <p>
            {counted(unsent, 'entry', 'entries')} made without a connection {unsent === 1 ? 'waits' : 'wait'} on this
            device. Open Today with a connection to send them before you log out.
          </p>
        </Dialog>
      )}
    </>
  )
}

const control =
  'inline-flex min-h-11 items-center gap-2 rounded-md px-2.5 text-on-woods-soft text-sm hover:bg-woods-soft hover:text-on-woods'

/** The account menu, with the address on it, and a quiet logout button for the dark header. */
export function AccountMenu() {
  const user = useUser()
  return (
    <>
      <Popover
        label="Account"
        triggerLabel={`Account ${user?.email ?? ''}`}
        align="right"
        className={`${control} max-w-40 xl:max-w-48 2xl:max-w-72 aria-expanded:bg-woods-soft`}
        trigger={
          <>
            <span className="min-w-0 truncate">{user?.email}</span>
            <ChevronDown className="size-4 shrink-0" />
          </>
        }
      >
        {(close) => (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link that was followed closes the menu.
          <div
            onClick={({ target }) => (target as Element).closest('a') && close()}
            className="grid w-64 gap-1 [&_:focus-visible]:outline-focus"
          >
            <AccountLinks />
          </div>
        )}
      </Popover>
      <LogoutButton className={control} title="Logout">
        <span className="max-xl:sr-only">Logout</span>
      </LogoutButton>
    </>
  )
}
