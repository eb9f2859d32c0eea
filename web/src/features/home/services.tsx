import type { PageCard } from '@app/contracts/website/page-texts'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSite } from '#content/shown-site'
import { servicesTitle } from '#content/site'
import { ArrowGlyph } from '#ui/drawings'
import { ExternalButton, ExternalLink } from '#ui/external-link'
import { cardKey } from './card-key'
import { Badge } from './scene/badges'
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
function useSteadyCards(grid: RefObject<HTMLElement | null>): readonly PageCard[] {
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

/** One service: what it is, one way to know more, and one button, which books it. */
function ServiceCard({ card: { icon, title, description, cta } }: { card: PageCard }) {
  const { services, booking } = useSite()
  return (
    <li className="relative flex flex-col gap-3 rounded-2xl border border-line bg-card px-6 pt-16 pb-6 shadow-card">
      <span className="badge-seat absolute -top-10 left-5">
        <Badge icon={icon} />
      </span>
      <h3 className="text-[1.4rem]">{title}</h3>
      <p className="text-muted">{description}</p>
      <p className="mb-2">
        {cta.type === 'link' ? (
          <ExternalLink href={cta.value} className="text-link font-semibold">
            {cta.label}
          </ExternalLink>
        ) : (
          <a href={`mailto:${cta.value}?subject=${encodeURIComponent(title)}`} className="text-link font-semibold">
            {cta.label}
          </a>
        )}
      </p>
      <ExternalButton
        href={booking}
        aria-label={`${services.book}: ${title} (opens in a new tab)`}
        className="mt-auto self-start"
      >
        {services.book}
      </ExternalButton>
    </li>
  )
}

/** The services of the school, one card each. */
export function Services() {
  const { services, booking } = useSite()
  const grid = useRef<HTMLUListElement>(null)
  const cards = useSteadyCards(grid)
  return (
    <section id="services" tabIndex={-1} aria-labelledby="services-title" className="section-space">
      <div className="page-width grid gap-12">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr] lg:items-end">
          <h2 id="services-title" className="text-title">
            {servicesTitle(services.title, cards.length)}
          </h2>
          <p className="max-w-[22.9em] text-lead text-muted">{services.intro}</p>
        </div>
        <ul ref={grid} className="grid gap-x-6 gap-y-14 pt-8 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, at) => (
            <ServiceCard key={cardKey(card, at)} card={card} />
          ))}
        </ul>
        <ExternalButton href={booking} size="large" className="justify-self-center">
          {services.banner}
          <ArrowGlyph />
        </ExternalButton>
      </div>
    </section>
  )
}
