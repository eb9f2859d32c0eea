import type { Call } from '@app/contracts/call'
import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { Link } from 'wouter'
import { failureText } from '#lib/failure-text'
import { Button } from './button'

export type Toast = {
  text: string
  /** Why something failed: its message, if it has one, replaces the text. */
  error?: unknown
  action?: { label: string; run: () => void }
  /** Where more about it is found. */
  link?: { label: string; href: string }
  /** Undoes the change that the toast reports: the toast offers it, and so does Ctrl+Z. */
  undo?: () => void
}
type Shown = Omit<Toast, 'error'> & { id: number }

const durationMs = 6_000
/** Long enough to reach the action with the keyboard or a screen reader. */
const actionDurationMs = 20_000
const maxToasts = 3
const maxUndos = 50

const shownAtom = atom<readonly Shown[]>([])
let count = 0

/** Shows a short message that disappears on its own. */
export const showToastAtom = atom(null, (get, set, { error, ...toast }: Toast) => {
  const id = toast.undo ? set(rememberUndoAtom, toast.undo) : ++count
  const text = error ? failureText(error, toast.text) : toast.text
  set(shownAtom, [...get(shownAtom), { ...toast, text, id }].slice(-maxToasts))
})

export const useToast = () => useSetAtom(showToastAtom)

type Undo = { id: number; run: () => void }
/** The changes of this tab that can be undone, the last one at the end. */
const undosAtom = atom<readonly Undo[]>([])
export const mayUndoAtom = atom((get) => get(undosAtom).length > 0)

/** Remembers how a change is undone, and returns the id of its toast. */
export const rememberUndoAtom = atom(null, (get, set, run: () => void) => {
  count += 1
  set(undosAtom, [...get(undosAtom), { id: count, run }].slice(-maxUndos))
  return count
})

/** Undoes one change, once: the one of a toast, or else the last. */
export const undoAtom = atom(null, (get, set, id?: number) => {
  const undos = get(undosAtom)
  const undo = id === undefined ? undos.at(-1) : undos.find((each) => each.id === id)
  if (!undo) return
  set(
    undosAtom,
    undos.filter((each) => each !== undo),
  )
  set(dropAtom, undo.id)
  undo.run()
})

/** The next person at this device must not undo what this one did. */
export const forgetUndosAtom = atom(null, (_get, set) => set(undosAtom, []))

const dropAtom = atom(null, (get, set, id: number) =>
  set(
    shownAtom,
    get(shownAtom).filter((toast) => toast.id !== id),
  ),
)

/** The modals that are open, the one on top last. All else is inert, toasts too, so each modal has a place for them. */
const modalsAtom = atom<readonly string[]>([])

/** The list of toasts. They are announced, and stay while they have the pointer or the focus. `--toast-bottom`: the room below them to keep free. */
export function Toasts() {
  const isCovered = useAtomValue(modalsAtom).length > 0
  const { held, ...hold } = useHold()
  return (
    <section
      aria-label="Notifications"
      {...hold}
      className="fixed inset-x-4 bottom-[calc(1rem+max(var(--phone-bar,0px),var(--toast-bottom,0px)))] z-40 mx-auto grid max-w-md gap-2"
    >
      <div role="status" className="grid gap-2">
        {!isCovered && <ToastBoxes held={held} />}
      </div>
    </section>
  )
}

/** The same inside a modal, while it is the one on top: above its footer, which they must not cover. */
export function ModalToasts() {
  const id = useId()
  const [modals, setModals] = useAtom(modalsAtom)
  const { held, ...hold } = useHold()
  useLayoutEffect(() => {
    setModals((open) => [...open, id])
    return () => setModals((open) => open.filter((each) => each !== id))
  }, [id, setModals])
  return (
    <div aria-live="polite" {...hold} className="grid gap-2 px-3 not-empty:py-2">
      {modals.at(-1) === id && <ToastBoxes held={held} />}
    </div>
  )
}

function useHold() {
  const [held, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const drop = () => setHeld(false)
  return { held, onPointerEnter: hold, onPointerLeave: drop, onFocus: hold, onBlur: drop }
}

const ToastBoxes = ({ held }: { held: boolean }) =>
  useAtomValue(shownAtom).map((toast) => <ToastBox key={toast.id} toast={toast} held={held} />)

function ToastBox({ toast: { id, text, undo, action, link }, held }: { toast: Shown; held: boolean }) {
  const drop = useSetAtom(dropAtom)
  const takeBack = useSetAtom(undoAtom)
  const actions = [action, undo && { label: 'Undo', run: () => takeBack(id) }].filter((each) => each !== undefined)
  const isLong = actions.length > 0 || link !== undefined
  useEffect(() => {
    if (held) return
    const timer = setTimeout(drop, isLong ? actionDurationMs : durationMs, id)
    return () => clearTimeout(timer)
  }, [held, isLong, drop, id])

  return (
    <div className="flex flex-wrap items-center gap-2 rounded-xl bg-ink py-1.5 pr-1.5 pl-4 text-paper shadow-card">
      <div className="min-w-0 flex-1 py-1 text-[0.95rem] [overflow-wrap:anywhere]">
        <p>{text}</p>
        {link && (
          <Link
            href={link.href}
            onClick={() => drop(id)}
            className="inline-flex min-h-9 items-center text-sm underline underline-offset-4"
          >
            {link.label}
          </Link>
        )}
      </div>
      {actions.length > 0 && (
        <div
          data-wide={actions.length > 1}
          className="flex flex-wrap justify-end gap-1.5 data-[wide=true]:order-1 data-[wide=true]:w-full data-[wide=true]:pb-1.5"
        >
          {actions.map(({ label, run }) => (
            <Button
              key={label}
              size="small"
              className="whitespace-nowrap bg-paper! text-ink!"
              onClick={() => {
                drop(id)
                run()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => drop(id)}
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-paper/15"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}

/** Undoes a change: a toast says how it went, and `reload` runs either way. `undo` resolves with what the toast says. */
export function useUndo(reload: () => Promise<unknown>, failed = 'Failed to undo') {
  const showToast = useToast()
  return async (undo: () => Promise<string>) => {
    try {
      showToast({ text: await undo() })
    } catch (error) {
      showToast({ error, text: failed })
    }
    await reload()
  }
}

/** For a dialog that changes an entry of a list: `done` says so and closes it; the list is read again. */
export function useDone(list: Call, onClose: () => void) {
  const client = useQueryClient()
  const showToast = useToast()
  const reload = () => client.invalidateQueries({ queryKey: [list.id] })
  const done = (text: string) => {
    reload()
    showToast({ text })
    onClose()
  }
  return { reload, done }
}
