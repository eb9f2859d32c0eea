import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'

type Shown = { text: string; left: number; top: number; above: boolean }
type Props = { grid: RefObject<HTMLElement | null>; textOf: (cell: HTMLElement) => string | undefined }

/** Overlaps the cell by some pixels, so that the pointer can move onto it. */
const overlap = 3
const maxWidth = 448

function place(cell: HTMLElement, text: string): Shown {
  const box = cell.getBoundingClientRect()
  const above = box.bottom > innerHeight * 0.6
  return {
    text,
    above,
    left: Math.max(8, Math.min(box.left, innerWidth - Math.min(maxWidth, innerWidth - 16) - 8)),
    top: above ? box.top + overlap : box.bottom - overlap,
  }
}

/** Tooltip with the full text of a cut cell that has the pointer or the focus; Escape hides it. */
export function FullText({ grid, textOf }: Props) {
  const [shown, setShown] = useState<Shown | null>(null)
  const id = useId()
  const textFor = useEffectEvent(textOf)

  useEffect(() => {
    const frame = grid.current
    if (!frame) return
    let cell: HTMLElement | null = null
    function show(target: EventTarget | null) {
      const next = (target as Element | null)?.closest<HTMLElement>('td[data-stop]') ?? null
      if (next === cell) return
      cell?.removeAttribute('aria-describedby')
      cell = next
      const text = cell && textFor(cell)
      if (cell && text) cell.setAttribute('aria-describedby', id)
      setShown(cell && text ? place(cell, text) : null)
    }
    // A tap opens the record: what it would show next to it stays in the way.
    let isTouch = false
    const onPointer = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch'
      if (isTouch) show(null)
    }
    const onTarget = ({ target }: Event) => {
      if (!isTouch && !(target as Element).closest('[role=tooltip]')) show(target)
    }
    const onLeave = () => show(frame.contains(document.activeElement) ? document.activeElement : null)
    const onKey = (event: KeyboardEvent) => {
      // The keys of a screen follow taps: what they type in a cell must not leave its text over the list.
      if (matchMedia('(any-hover: hover)').matches) isTouch = false
      if (event.key === 'Escape') show(null)
    }
    const hide = () => show(null)
    // Arrow keys scroll the grid: the tooltip follows its cell while the cell has the focus.
    const follow = () => {
      if (cell !== document.activeElement) hide()
      else setShown((now) => now && cell && place(cell, now.text))
    }
    const listen = new AbortController()
    const options = { signal: listen.signal }
    for (const type of ['pointerover', 'pointerdown'] as const) frame.addEventListener(type, onPointer, options)
    frame.addEventListener('pointerover', onTarget, options)
    frame.addEventListener('focusin', onTarget, options)
    frame.addEventListener('pointerleave', onLeave, options)
    frame.addEventListener('focusout', hide, options)
    frame.addEventListener('scroll', follow, { ...options, passive: true })
    window.addEventListener('scroll', follow, { ...options, passive: true })
    document.addEventListener('keydown', onKey, options)
    return () => {
      listen.abort()
      cell?.removeAttribute('aria-describedby')
    }
  }, [grid, id])

  if (!shown) return null
  const { text, left, top, above } = shown
  return (
    <div
      id={id}
      role="tooltip"
      className="fixed z-30 max-h-72 max-w-[min(28rem,calc(100vw-1rem))] overflow-auto whitespace-pre-wrap rounded-control bg-ink px-[0.8rem] py-[0.55rem] text-[0.88rem] text-paper leading-[1.45] shadow-card [overflow-wrap:anywhere]"
      style={above ? { left, bottom: innerHeight - top } : { left, top }}
    >
      {text}
    </div>
  )
}
