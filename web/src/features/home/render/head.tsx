import { colorsPath } from '@app/contracts/website/color-math'
import { type LegalName, legalPath } from '@app/contracts/website/legal'
import type { PageCard, PageTexts } from '@app/contracts/website/page-texts'
import { renderToStaticMarkup } from 'react-dom/server'
import { legalTitle } from '../legal-page'
import { heroPhotoSizes, srcSetOf } from '../picture'
import { shareImage, structuredData } from './structured-data'

/** The colors that the school has chosen; without them those of the styles. */
const Colors = ({ page: { colors } }: { page: PageTexts }) =>
  colors && <link rel="stylesheet" href={colorsPath(colors)} />

function metadata(page: PageTexts): string {
  const { name, search, pictures, origin } = page
  const home = `${origin}/`
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
      <Colors page={page} />
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
export const legalHead = (page: PageTexts, name: LegalName) =>
  renderToStaticMarkup(
    <>
      <title>{`${legalTitle(page.footer, name)} - ${page.name}`}</title>
      <link rel="canonical" href={`${page.origin}${legalPath(name)}`} />
      <Colors page={page} />
    </>,
  )

/** Staff pages are excluded from search results. The script sets the chosen scheme before the first paint. */
export const staffHead = renderToStaticMarkup(
  <>
    <title>Dashboard</title>
    <meta name="robots" content="noindex" />
    <link rel="manifest" href="/admin.webmanifest" />
    <script src="/theme.js" />
  </>,
)
