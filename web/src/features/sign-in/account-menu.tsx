import { useAtomValue, useSetAtom } from 'jotai'
import { BookText, ChevronDown, LogOut, MonitorSmartphone, Users } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '#lib/paths'
import { signOutAtom, userAtom } from './user.atoms'

const roleTitles = { admin: 'Administrator', staff: 'Staff', user: 'Visitor' } as const

const control =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-woods-line px-3.5 sm:px-4 font-display font-semibold hover:bg-woods-soft'

/** The account menu and the logout button, styled for the dark header. */
export function AccountMenu() {
  const signOut = useSetAtom(signOutAtom)
  const [, navigate] = useLocation()
  return (
    <>
      <Account />
      <button type="button" className={control} onClick={() => signOut(() => navigate(paths.login))}>
        <LogOut className="size-5" />
        <span className="max-sm:sr-only">Logout</span>
      </button>
    </>
  )
}

function Account() {
  const { user } = useAtomValue(userAtom)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = (event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events that bubble from its button and links.
    <div className="relative min-w-0" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Account ${user?.email ?? ''}`}
        className={`${control} max-w-full font-normal text-sm`}
        onClick={() => {
          // Safari does not focus a clicked button, and the blur handler needs the focus inside.
          button.current?.focus()
          setOpen(!open)
        }}
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{user?.email}</span>
        <ChevronDown className={`size-4 shrink-0 ${open ? 'rotate-180' : ''}`} />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full left-0 z-20 mt-2 grid w-64 max-w-[calc(100vw-2rem)] gap-1 rounded-xl border border-line bg-card p-2 text-ink shadow-card [&_:focus-visible]:outline-accent sm:right-0 sm:left-auto"
      >
        <p className="px-3 py-2 text-muted text-sm">
          {user?.name && <span className="block font-semibold text-ink">{user.name}</span>}
          {roleTitles[user?.role ?? 'user']}
        </p>
        <Link href={paths.sessions} className="flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-sunken">
          <MonitorSmartphone className="size-5 text-muted" />
          Your sessions
        </Link>
        {user?.role === 'admin' && (
          <Link href={paths.people} className="flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-sunken">
            <Users className="size-5 text-muted" />
            People
          </Link>
        )}
        {user?.role === 'admin' && (
          <a href={paths.reference} className="flex min-h-11 items-center gap-2 rounded-lg px-3 hover:bg-sunken">
            <BookText className="size-5 text-muted" />
            API reference
          </a>
        )}
      </div>
    </div>
  )
}
