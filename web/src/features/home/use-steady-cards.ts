import type { PageCard } from '@app/contracts/website/page-texts'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSite } from '#content/shown-site'
import { publishedCardsAtom } from './site-content.atoms'

/** Vertical position of a card in the viewport. */
export type Box = { top: number; bottom: number }

const differs = (a: number, b: number) => Math.abs(a - b) > 0.5

/**
 * True if a change of the cards moves what is in sight. Below the viewport it does not; neither does it above, where the
 * browser keeps the place of what is read (`keepsPlace`).
 */
export function isDisturbed(
  before: readonly Box[],
  after: readonly Box[],
  height: number,
  keepsPlace: boolean,
): boolean {
  const resized = before.filter(({ top, bottom }, at) => {
    const now = after[at]
    return !now || differs(bottom - top, now.bottom - now.top)
  })
  const rowsChange = before.length !== after.length
  if (resized.length === 0 && !rowsChange) return false
  const end = before.at(-1)?.bottom ?? 0
  if (Math.min(end, ...resized.map(({ top }) => top)) >= height) return false
  const ends = rowsChange ? end : Math.max(...resized.map(({ bottom }) => bottom))
  return ends > 0 || !keepsPlace
}

const quietMs = 200
const triggers = ['scroll', 'resize', 'focusout'] as const

const boxesIn = (grid: HTMLElement): Box[] => Array.from(grid.children, (card) => card.getBoundingClientRect())

/** Loads missing glyphs before measuring: arriving later, they could wrap a line differently. */
const loadGlyphs = (grid: HTMLElement, cards: readonly PageCard[]) =>
  Promise.allSettled(
    [grid, grid.querySelector('h3') ?? grid].map((each) =>
      document.fonts?.load(getComputedStyle(each).font, JSON.stringify(cards)),
    ),
  )

/**
 * The published cards, replaced without a layout shift in sight: rendered and measured before they are painted. Where the
 * page would move, or a card has the focus, the old cards stay until the visitor has scrolled on.
 */
export function useSteadyCards(grid: RefObject<HTMLElement | null>): readonly PageCard[] {
  const published = useAtomValue(publishedCardsAtom)
  const [shown, setShown] = useState<readonly PageCard[]>(useSite().cards)
  const current = useRef(shown)

  useEffect(() => {
    if (current.current === published) return
    const show = (cards: readonly PageCard[]) => flushSync(() => setShown(cards))
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    function replaceCards() {
      const list = grid.current
      if (!list || list.contains(document.activeElement)) return
      const before = boxesIn(list)
      show(published)
      if (isDisturbed(before, boxesIn(list), innerHeight, CSS.supports('overflow-anchor', 'auto')))
        return show(current.current)
      current.current = published
      stop()
    }
    const later = () => {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(replaceCards, quietMs)
    }
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      for (const trigger of triggers) removeEventListener(trigger, later)
    }

    for (const trigger of triggers) addEventListener(trigger, later, { passive: true })
    if (grid.current) loadGlyphs(grid.current, published).then(later)
    return stop
  }, [grid, published])

  return shown
}
