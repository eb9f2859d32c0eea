import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The keys of the items that fit into one row, in order, always with the selected one; the others belong into a menu.
 * Items carry `data-key`; `reserved` is the width of that menu's button in pixels.
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  keys: readonly string[],
  selected: string | undefined,
  reserved: number,
): ReadonlySet<string> {
  const [widths] = useState(() => new Map<string, number>())
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY)
  const [fitting, setFitting] = useState<ReadonlySet<string>>(new Set(keys))

  useLayoutEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [row])

  // Runs after every change, since badges change the widths of rendered items.
  useLayoutEffect(() => {
    for (const item of row.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])
      if (item.offsetWidth > 0) widths.set(item.dataset.key!, item.offsetWidth)
    const next = chooseFitting(keys, selected, (key) => widths.get(key) ?? 0, available, reserved)
    setFitting((now) => (now.size === next.size && [...next].every((key) => now.has(key)) ? now : next))
  })
  return fitting
}

/** Takes items in order while they fit; the selected one always has its place. */
export function chooseFitting(
  keys: readonly string[],
  selected: string | undefined,
  widthOf: (key: string) => number,
  available: number,
  reserved: number,
): ReadonlySet<string> {
  const total = keys.reduce((sum, key) => sum + widthOf(key), 0)
  if (total <= available) return new Set(keys)
  const chosen = new Set(selected !== undefined && keys.includes(selected) ? [selected] : [])
  let left = available - reserved - (selected === undefined ? 0 : widthOf(selected))
  for (const key of keys) {
    if (chosen.has(key)) continue
    left -= widthOf(key)
    if (left < 0) break
    chosen.add(key)
  }
  return chosen
}
