import type { PageCard } from '@app/contracts/website/page-texts'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSite } from '#content/shown-site'
import { glide } from './glide'
import { disturbance } from './moved-cards'
import { publishedCardsAtom } from './site-content.atoms'

const quietMs = 200
const triggers = ['scroll', 'resize', 'focusout'] as const

const cardsIn = (grid: HTMLElement) => Array.from(grid.children) as HTMLElement[]
const boxesOf = (cards: readonly HTMLElement[]) => cards.map((card) => card.getBoundingClientRect())

/** Loads missing glyphs before measuring: arriving later, they could wrap a line differently. */
const loadGlyphs = (grid: HTMLElement, cards: readonly PageCard[]) =>
  Promise.allSettled(
    [grid, grid.querySelector('h3') ?? grid].map((each) =>
      document.fonts?.load(getComputedStyle(each).font, JSON.stringify(cards)),
    ),
  )

/**
 * The published cards, replaced without a visible layout shift: rendered and measured before they are painted. A visible
 * card changes its height gradually. If rows would appear or vanish, motion is reduced, or a card has the focus, the old
 * cards stay until that is over.
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
      const before = boxesOf(cardsIn(list))
      show(published)
      const kind = disturbance(before, boxesOf(cardsIn(list)), innerHeight, CSS.supports('overflow-anchor', 'auto'))
      if (kind === 'rows' || (kind === 'size' && matchMedia('(prefers-reduced-motion: reduce)').matches))
        return show(current.current)
      current.current = published
      stop()
      if (kind === 'size') glide(cardsIn(list), before)
    }
    const later = () => {
      clearTimeout(timer)
      if (isOver) return
      timer = setTimeout(replaceCards, quietMs)
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
