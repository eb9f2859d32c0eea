import { shippedSite } from 'virtual:shipped-site'
import { type LegalName, legalPath } from '@app/contracts/website/legal'
import type { PageCard, PageTexts } from '@app/contracts/website/page-texts'
import { renderToStaticMarkup } from 'react-dom/server'
import { origin } from '#content/site'
import { heroPhotoSizes } from '#features/home/hero-photo'
import { legalTitle } from '#features/home/legal-page'
import { srcSetOf } from '#features/home/picture'
import { shareImage } from './share-image'
import { structuredData } from './structured-data'

const home = `${origin}/`
function metadata(page: PageTexts): string {
  const { name, search, pictures } = page
  const { title, description } = search
  const { url, width, height, alt } = shareImage(page)
  return renderToStaticMarkup(
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={home} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={home} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:image" content={url} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {pictures.hero && (
        <link
          rel="preload"
          as="image"
          type="image/avif"
          imageSrcSet={srcSetOf(pictures.hero, 'avif')}
          imageSizes={heroPhotoSizes}
          fetchPriority="high"
        />
      )}
    </>,
  )
}

/** JSON in the page, never executed. `<` is escaped so that no text can close the element. */
export const dataBlock = (attributes: string, data: unknown) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Metadata of the home page for search engines and link previews. */
export const homeHead = (page: PageTexts, cards: readonly PageCard[]) =>
  `${metadata(page)}\n    ${dataBlock('type="application/ld+json"', structuredData(page, cards))}`

/** Metadata of a legal page. */
export const legalHead = ({ name: school, footer }: PageTexts, name: LegalName) =>
  renderToStaticMarkup(
    <>
      <title>{`${legalTitle(footer, name)} - ${school}`}</title>
      <link rel="canonical" href={`${origin}${legalPath(name)}`} />
    </>,
  )

/** Staff pages are excluded from search results. The script sets the chosen scheme before the first paint. */
export const staffHead = renderToStaticMarkup(
  <>
    <title>{shippedSite.name}</title>
    <meta name="robots" content="noindex" />
    <link rel="manifest" href="/admin.webmanifest" />
    <script src="/theme.js" />
  </>,
)

/** What an installed dashboard is called and where it opens. Signing in belongs to it, too. */
export const staffManifest = JSON.stringify({
  id: '/admin',
  name: `${shippedSite.name}: Dashboard`,
  short_name: 'Range',
  start_url: '/admin/today',
  scope: '/',
  display: 'standalone',
  background_color: '#f3f6ee',
  theme_color: '#12564e',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/touch-icon.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
  ],
})

export const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`

const year = 365 * 86_400_000

/** Where to report vulnerabilities (RFC 9116). It expires a year after the build. */
export const securityContact = (builtAt: Date, email: string) =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(builtAt.getTime() + year).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

export const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${home}</loc></url>
</urlset>
`
