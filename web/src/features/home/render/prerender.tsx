import { shippedPage } from 'virtual:shipped-page'
import { shippedSite } from 'virtual:shipped-site'
import type { LegalName } from '@app/contracts/website/legal'
import type { IslandTexts, PageTexts } from '@app/contracts/website/page-texts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { ShownPage } from '#content/shown-page'
import { ShownSite } from '#content/shown-site'
import { type IslandName, IslandsApart } from '#ui/island'
import { Header } from '../header'
import { Home } from '../home'
import { IslandRoot } from '../islands/island-root'
import { LegalPage } from '../legal-page'
import { NextLessons } from '../next-lessons'
import { OfferedForm } from '../offered-form'
import { Services } from '../services'

export const islands: Record<IslandName, ReactNode> = {
  header: <Header />,
  services: <Services />,
  lessons: <NextLessons />,
  contact: <OfferedForm />,
}

/** A legal page as markup. Its text is clean: the service reduces it to harmless elements before it stores it. */
export function renderLegal(page: PageTexts, name: LegalName): string {
  const frame = renderToStaticMarkup(
    <ShownPage value={page}>
      <LegalPage name={name} />
    </ShownPage>,
  )
  return frame.replace(/(?<=<div class="legal-text[^>]*>)/, () => page.legal[name])
}

/** The home page as markup: static, with islands that are hydrated one by one. */
export function renderHome(page: PageTexts = shippedPage, site: IslandTexts = shippedSite): string {
  const frame = renderToStaticMarkup(
    <ShownPage value={page}>
      <IslandsApart value={true}>
        <Home />
      </IslandsApart>
    </ShownPage>,
  )
  return frame.replace(/(?<=<div data-island="(\w+)" class="contents">)/g, (_, name: IslandName) =>
    renderToString(
      <ShownSite value={site}>
        <IslandRoot>{islands[name]}</IslandRoot>
      </ShownSite>,
      { identifierPrefix: name },
    ),
  )
}
