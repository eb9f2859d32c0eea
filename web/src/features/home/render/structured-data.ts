import type { PageCard, PageTexts } from '@app/contracts/website/page-texts'
import { pictureUrl } from '@app/contracts/website/picture-address'
import { shareWidth } from '@app/contracts/website/pictures'

/** The picture of link previews: the photo of the hero, if it is large enough. */
export function shareImage({ pictures: { hero }, search, origin }: PageTexts) {
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
