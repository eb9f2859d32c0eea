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
  const [fitting, setFitting] = useState<ReadonlySet<string>>(new Set(keys))

  // Runs after every change. Items also grow on their own, as when a badge or the font arrives.
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const items = element.querySelectorAll<HTMLElement>('[data-key]')
    const measure = () => {
      for (const item of items) if (item.offsetWidth > 0) widths.set(item.dataset.key!, item.offsetWidth)
      // Without a layout everything fits.
      const available = element.clientWidth || Number.POSITIVE_INFINITY
      const next = chooseFitting(keys, selected, (key) => widths.get(key) ?? 0, available, reserved)
      setFitting((now) => (now.size === next.size && [...next].every((key) => now.has(key)) ? now : next))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    for (const observed of [element, ...items]) observer.observe(observed)
    return () => observer.disconnect()
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
