import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ServiceCard } from '#content/site'
import { glide } from './glide'
import { disturbance } from './moved-cards'
import { publishedCardsAtom } from './site-content.atoms'

const rest = 200
const occasions = ['scroll', 'resize', 'focusout'] as const

const cardsIn = (grid: HTMLElement) => Array.from(grid.children) as HTMLElement[]
const boxesOf = (cards: readonly HTMLElement[]) => cards.map((card) => card.getBoundingClientRect())

/** Letters that the page has not needed so far are asked for first: arriving later, they could break a line anew. */
const lettersOf = (grid: HTMLElement, cards: readonly ServiceCard[]) =>
  Promise.allSettled(
    [grid, grid.querySelector('h3') ?? grid].map((each) =>
      document.fonts?.load(getComputedStyle(each).font, JSON.stringify(cards)),
    ),
  )

/**
 * The published cards, exchanged so that nothing in sight jumps: tried on and measured before they are painted. Where a
 * card grows or shrinks in sight it does so by and by; where rows would come or go, or motion is not wanted, or somebody
 * is at a card with the keyboard, the old cards stay until that is over.
 */
export function useSteadyCards(grid: RefObject<HTMLElement | null>): readonly ServiceCard[] {
  const published = useAtomValue(publishedCardsAtom)
  const [shown, setShown] = useState(published)
  const current = useRef(shown)

  useEffect(() => {
    if (current.current === published) return
    const show = (cards: readonly ServiceCard[]) => flushSync(() => setShown(cards))
    let timer: ReturnType<typeof setTimeout> | undefined

    function tryOn() {
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
      timer = setTimeout(tryOn, rest)
    }
    const stop = () => {
      clearTimeout(timer)
      for (const occasion of occasions) removeEventListener(occasion, later)
    }

    for (const occasion of occasions) addEventListener(occasion, later, { passive: true })
    if (grid.current) lettersOf(grid.current, published).then(later)
    return stop
  }, [grid, published])

  return shown
}
