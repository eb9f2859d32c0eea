import { atom, useAtomValue, useSetAtom } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button'

export type Toast = { text: string; action?: { label: string; run: () => void } }
type Shown = Toast & { id: number }

const durationMs = 6_000
/** Long enough to reach the action with the keyboard or a screen reader. */
const actionDurationMs = 20_000
const maxToasts = 3

const shownAtom = atom<readonly Shown[]>([])
let count = 0

/** Shows a short message that disappears on its own. */
export const showToastAtom = atom(null, (get, set, toast: Toast) => {
  count += 1
  set(shownAtom, [...get(shownAtom), { ...toast, id: count }].slice(-maxToasts))
})

const dropAtom = atom(null, (get, set, id: number) =>
  set(
    shownAtom,
    get(shownAtom).filter((toast) => toast.id !== id),
  ),
)

/** The list of toasts. They are announced, and stay while they have the pointer or the focus. */
export function Toasts() {
  const shown = useAtomValue(shownAtom)
  const [held, setHeld] = useState(false)
  return (
    <section
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto grid max-w-md gap-2 empty:hidden"
    >
      <div role="status" className="grid gap-2">
        {shown.map((toast) => (
          <ToastBox key={toast.id} toast={toast} held={held} />
        ))}
      </div>
    </section>
  )
}

function ToastBox({ toast: { id, text, action }, held }: { toast: Shown; held: boolean }) {
  const drop = useSetAtom(dropAtom)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(drop, action ? actionDurationMs : durationMs, id)
    return () => clearTimeout(timer)
  }, [held, action, drop, id])

  return (
    <div className="flex items-center gap-2 rounded-xl bg-ink py-1.5 pr-1.5 pl-4 text-paper shadow-card">
      <p className="mr-auto min-w-0 py-1 text-[0.95rem] [overflow-wrap:anywhere]">{text}</p>
      {action && (
        <Button
          size="small"
          className="bg-paper! text-ink!"
          onClick={() => {
            drop(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
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
