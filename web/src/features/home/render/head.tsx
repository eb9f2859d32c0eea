import { colorsPath } from '@app/contracts/website/colors'
import { type LegalName, legalPath } from '@app/contracts/website/page-files'
import type { PageCard, PageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { shareWidth } from '@app/contracts/website/pictures'
import { renderToStaticMarkup } from 'react-dom/server'
import { labels, usePage } from '#content/frame'
import { BrandMark } from '#ui/brand-mark'
import { heroPhotoSizes, srcSetOf } from '../picture'

/** The picture of link previews: the photo of the hero, if it is large enough. */
function shareImage({ pictures: { hero }, search, origin }: PageTexts) {
  if (!hero || hero.width < shareWidth)
    return { url: `${origin}/share.png`, width: shareWidth, height: 630, alt: search.image }
  return {
    url: origin + pictureUrl(hero.id, shareWidth, 'jpg'),
    width: shareWidth,
    height: Math.round((shareWidth * hero.height) / hero.width),
    alt: hero.alt || search.image,
  }
}

/** The hours, and from which day through which where seasons change them. */
function openingHours({ periods }: PageTexts['hours']) {
  const specified = periods.map(({ from, through, days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    ...(from && { validFrom: from }),
    ...(through && { validThrough: through }),
    dayOfWeek: days,
    opens,
    closes,
  }))
  return specified.length === 1 ? specified[0] : specified
}

/** Days with other hours. A day that opens and closes at midnight is closed, as schema.org writes it. */
const specialHours = ({ exceptions }: PageTexts['hours']) =>
  exceptions.map(({ date, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: opens || '00:00',
    closes: closes || '00:00',
  }))

/** A card states its price in the title. */
const priceOf = (title: string) => /\$([\d,.]+)/.exec(title)?.[1]?.replaceAll(',', '')

const offer = ({ title, description }: PageCard) => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Service', name: title, description },
  ...(priceOf(title) && { price: Number(priceOf(title)), priceCurrency: 'USD' }),
})

const anchor = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const question = ({ question: name, answer }: PageTexts['faq']['items'][number]) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text: answer },
})

/** The school, its places and what the page says, as schema.org describes them. No ratings, since the school would be rating itself. */
export function structuredData(page: PageTexts, cards: readonly PageCard[]) {
  const home = `${page.origin}/`
  const school = `${home}#school`
  const special = specialHours(page.hours)
  const shared = {
    url: home,
    image: shareImage(page).url,
    telephone: page.phone.href.replace('tel:', ''),
    email: page.email,
  }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'SportsOrganization',
        '@id': school,
        name: page.name,
        description: page.search.description,
        sport: 'Archery',
        ...(page.logo && { logo: page.origin + pictureUrl(page.logo.id, 512, 'png') }),
        areaServed: page.area,
        sameAs: page.footer.social.map(({ href }) => href),
        ...(page.sections.includes('services') && { makesOffer: cards.map(offer) }),
        ...shared,
      },
      ...page.about.places
        .filter(({ isVenue }) => isVenue)
        .map(({ name, place, map }) => ({
          '@type': 'SportsActivityLocation',
          '@id': `${home}#${anchor(name)}`,
          name: `${page.name}, ${name}`,
          description: `${page.tagline} ${place} in ${name}, ${page.state.name}`,
          address: {
            '@type': 'PostalAddress',
            addressLocality: name,
            addressRegion: page.state.code,
            addressCountry: 'US',
          },
          ...(map && { hasMap: map }),
          openingHoursSpecification: openingHours(page.hours),
          ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
          parentOrganization: { '@id': school },
          ...shared,
        })),
      ...(page.sections.includes('faq')
        ? [{ '@type': 'FAQPage', '@id': `${home}#faq`, mainEntity: page.faq.items.map(question) }]
        : []),
    ],
  }
}

/** As the footer calls it. */
const legalTitle = ({ small }: PageTexts['footer'], legal: LegalName) =>
  small.find(({ name }) => name === legal)?.label ?? ''

/** The privacy policy or the terms, without the text, which the prerenderer puts in. */
export function LegalPage({ name }: { name: LegalName }) {
  const { name: school, footer } = usePage()
  return (
    <>
      <header className="page-width flex min-h-16 items-center">
        <a href="/" className="flex items-center gap-2.5 font-bold font-display text-lg">
          <BrandMark className="size-9 shrink-0" />
          {school}
        </a>
      </header>
      <main id="main" className="page-width grid gap-8 pt-8 pb-20">
        <h1 className="text-title">{legalTitle(footer, name)}</h1>
        <div className="legal-text max-w-prose" />
        <p>
          <a href="/" className="text-link">
            {labels.home}
          </a>
        </p>
      </main>
    </>
  )
}

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
