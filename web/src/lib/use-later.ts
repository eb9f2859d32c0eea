import { useEffect, useRef, useState } from 'react'

/** True once the component has been there for so long. */
export function useLater(delayMs: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLater, delayMs, true)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLater
}

/** The latest value, once it has not changed for this long. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, afterMs, value)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}

const delayMs = 300

/** A text field whose value is reported once typing pauses. A value from outside replaces what was typed. */
export function useDebounced(value: string, onValue: (value: string) => void) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const latest = useRef(onValue)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = onValue
  })
  useEffect(() => {
    if (value !== reported.current) setText(value)
    reported.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(next: string, immediately = false) {
    setText(next)
    clearTimeout(timer.current)
    const report = () => {
      reported.current = next
      latest.current(next)
    }
    if (immediately) report()
    else timer.current = setTimeout(report, delayMs)
  }
  return [text, change] as const
}
