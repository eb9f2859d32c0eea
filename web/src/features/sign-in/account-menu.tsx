import { ChevronDown } from 'lucide-react'
import { Popover } from '#ui/popover'
import { AccountLinks, LogoutButton } from './account-links'
import { useUser } from './user'

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
