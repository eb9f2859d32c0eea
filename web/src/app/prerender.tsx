import { shippedPage } from 'virtual:shipped-page'
import { shippedSite } from 'virtual:shipped-site'
import type { IslandTexts, PageTexts } from '@app/contracts/website/page-texts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { ShownPage } from '#content/shown-page'
import { ShownSite } from '#content/shown-site'
import { type PartName, PartsApart } from '#ui/part'
import { Home } from './home'
import { PartRoot } from './part-root'
import { part as contact } from './parts/contact'
import { part as header } from './parts/header'
import { part as lessons } from './parts/lessons'
import { part as services } from './parts/services'

export const parts: Record<PartName, ReactNode> = { header, services, lessons, contact }

/** The home page as markup: static, with parts that are hydrated one by one. */
export function renderHome(page: PageTexts = shippedPage, site: IslandTexts = shippedSite): string {
  const frame = renderToStaticMarkup(
    <ShownPage value={page}>
      <PartsApart value={true}>
        <Home />
      </PartsApart>
    </ShownPage>,
  )
  return frame.replace(/(?<=<div data-part="(\w+)" class="contents">)/g, (_, name: PartName) =>
    renderToString(
      <ShownSite value={site}>
        <PartRoot>{parts[name]}</PartRoot>
      </ShownSite>,
      { identifierPrefix: name },
    ),
  )
}
