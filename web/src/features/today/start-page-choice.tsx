import { useState } from 'react'
import { setStartsWithToday, startsWithToday } from '#lib/start-page'

/** Makes Today the first page of the dashboard in this browser. */
export function StartPageChoice() {
  const [on, setOn] = useState(startsWithToday)
  return (
    <label className="flex min-h-11 items-center gap-3 text-muted">
      <input
        type="checkbox"
        checked={on}
        className="size-5 accent-primary"
        onChange={({ target }) => {
          setStartsWithToday(target.checked)
          setOn(target.checked)
        }}
      />
      Open the dashboard with Today
    </label>
  )
}
