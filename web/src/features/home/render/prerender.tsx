import { shippedPage } from 'virtual:shipped-page'
import { shippedSite } from 'virtual:shipped-site'
import { logoIcons } from '@app/contracts/website/logo'
import { type LegalName, legalNames, legalPath, type PageFile } from '@app/contracts/website/page-files'
import {
  type IslandTexts,
  islandTexts,
  type PageRequest,
  type PageTexts,
  pageTexts,
} from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { ShownPage } from '#content/frame'
import { dataBlockId } from '#content/rendered-site'
import { ShownSite } from '#content/shown-site'
import { type IslandName, IslandsApart } from '#ui/island'
import { Header } from '../header'
import { Home } from '../home'
import { IslandRoot } from '../islands/island-root'
import { NextLessons } from '../next-lessons'
import { OfferedForm } from '../offered-form'
import { Services } from '../services'
import { dataBlock, homeHead, LegalPage, legalHead } from './head'

const builtIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
]
const icons = (logo: PageTexts['logo']) =>
  logo
    ? logoIcons.map((size) => ({
        src: pictureUrl(logo.id, size, 'png'),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any',
      }))
    : builtIcons

/** The name of an installed dashboard, and the page it opens. Signing in belongs to it, too. */
const manifest = ({ name, logo }: PageTexts) =>
  JSON.stringify({
    id: '/admin',
    name: `${name}: Dashboard`,
    short_name: 'Range',
    start_url: '/admin/today',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6ee',
    theme_color: '#12564e',
    icons: icons(logo),
  })

const robots = ({ origin }: PageTexts) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`

const year = 365 * 86_400_000

/** Where to report vulnerabilities (RFC 9116). It expires a year after it was written. */
const security = ({ origin, email }: PageTexts, writtenAt: Date) =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(writtenAt.getTime() + year).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

const sitemap = ({ origin, legal }: PageTexts) => {
  const paths = ['/', ...legalNames.filter((name) => legal[name] !== '').map(legalPath)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`
}

/** The files that say what the page says, for programs. */
const pageFiles = (page: PageTexts, writtenAt: Date): Record<PageFile, string> => ({
  manifest: manifest(page),
  sitemap: sitemap(page),
  robots: robots(page),
  security: security(page, writtenAt),
})

export const islands: Record<IslandName, ReactNode> = {
  header: <Header />,
  services: <Services />,
  lessons: <NextLessons />,
  contact: <OfferedForm />,
}

/** A legal page as markup. Its text is clean: the service reduces it to harmless elements before it stores it. */
function renderLegal(page: PageTexts, name: LegalName): string {
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

/** The texts that differ from the build, so that the islands are hydrated with what was rendered. */
function difference(site: IslandTexts): Partial<IslandTexts> {
  const changed = Object.entries(site).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(shippedSite[name as keyof IslandTexts]),
  )
  return Object.fromEntries(changed)
}

/** Fills the places of the page's template. `head` follows the metadata. */
const fillTemplate = (template: string, head: readonly string[], app: string) =>
  template.replace('<!--head-->', () => head.join('\n    ')).replace('<!--app-->', () => app)

export const renderShipped = (template: string) =>
  fillTemplate(template, [homeHead(shippedPage, shippedSite.cards)], renderHome())

/** The files of the build besides its pages. */
export const shippedFiles = () => pageFiles(shippedPage, new Date())

/** The files besides the pages, with published content. */
export const renderFiles = ({ cards, today, origin, ...content }: PageRequest) =>
  pageFiles(pageTexts(content, cards, today, origin), new Date())

/** The icons of the page are made of the logo. */
function withIcons(html: string, { logo }: PageTexts): string {
  if (!logo) return html
  const icon = (rel: string, size: (typeof logoIcons)[number]) =>
    `<link rel="${rel}" href="${pictureUrl(logo.id, size, 'png')}" type="image/png" />`
  return html
    .replace(/<link rel="icon"[^>]*>/, icon('icon', 192))
    .replace(/<link rel="apple-touch-icon"[^>]*>/, icon('apple-touch-icon', 180))
}

const withoutPreloads = (html: string) => html.replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
const withoutProgram = (html: string) => withoutPreloads(html).replace(/\s*<script type="module"[^>]*><\/script>/g, '')

/** Renders a legal page, whose text must be clean, into the template of the same build. It is read without its program, which counts it. */
export function renderLegalPage(
  template: string,
  { cards, today, origin, news: _, ...content }: PageRequest,
  name: LegalName,
): string {
  const page = pageTexts(content, cards, today, origin)
  return withoutPreloads(fillTemplate(withIcons(template, page), [legalHead(page, name)], renderLegal(page, name)))
}

/** Renders the home page into the template of the same build. The content must be checked. */
export function renderPage(template: string, { cards, today, origin, news, preview, ...content }: PageRequest): string {
  const page = pageTexts(content, cards, today, origin, news)
  const site = islandTexts(content, cards, today, news)
  const changed = difference(site)
  const head = [homeHead(page, site.cards)]
  if (Object.keys(changed).length > 0) head.push(dataBlock(`type="application/json" id="${dataBlockId}"`, changed))
  const html = fillTemplate(withIcons(template, page), head, renderHome(page, site))
  if (!preview) return html
  const { scheme } = preview
  const still = withoutProgram(html)
  return scheme ? still.replace('<html lang="en">', `<html lang="en" data-theme="${scheme}">`) : still
}
