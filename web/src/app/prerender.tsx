import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type PartName, PartsApart } from '#ui/part'
import { Home } from './home'
import { PartRoot } from './part-root'
import { part as contact } from './parts/contact'
import { part as header } from './parts/header'
import { part as lessons } from './parts/lessons'
import { part as services } from './parts/services'

export const parts: Record<PartName, ReactNode> = { header, services, lessons, contact }

/** The home page as markup: static, with parts that are hydrated one by one. */
export function renderHome(): string {
  const frame = renderToStaticMarkup(
    <PartsApart value={true}>
      <Home />
    </PartsApart>,
  )
  return frame.replace(/(?<=<div data-part="(\w+)" class="contents">)/g, (_, name: PartName) =>
    renderToString(<PartRoot>{parts[name]}</PartRoot>, { identifierPrefix: name }),
  )
}
