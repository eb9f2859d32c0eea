import { useEffect, useRef, useState } from 'react'

const delay = 300

/** A text that is typed now and told once the typing pauses. What comes from outside meanwhile takes its place. */
export function useDebounced(value: string, onValue: (value: string) => void) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latest = useRef(onValue)
  latest.current = onValue
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(next: string, now = false) {
    setText(next)
    clearTimeout(timer.current)
    const send = () => {
      told.current = next
      latest.current(next)
    }
    if (now) send()
    else timer.current = setTimeout(send, delay)
  }
  return [text, tell] as const
}
