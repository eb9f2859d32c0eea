import { useEffect, useState } from 'react'

/** The latest value, once it has not changed for this long. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, afterMs, value)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
