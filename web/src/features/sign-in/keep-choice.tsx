import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { keepAtom } from './keep.atoms'

/** Signed in for twelve hours instead of until 30 minutes of inactivity. */
export function KeepChoice() {
  const [keep, setKeep] = useAtom(keepAtom)
  useEffect(() => setKeep((chosen) => chosen ?? false), [setKeep])
  return (
    <label className="flex min-h-11 w-fit items-center gap-2.5" title="12 hours; without it, until 30 minutes unused">
      <input
        type="checkbox"
        checked={keep ?? false}
        onChange={({ target }) => setKeep(target.checked)}
        className="size-5 accent-primary"
      />
      Keep me signed in today
    </label>
  )
}
