import { about, footer, serviceCards, site } from '#content/site'

const home = `${site.origin}/`
const school = `${home}#school`

const openingHours = {
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: site.hours.days,
  opens: site.hours.opens,
  closes: site.hours.closes,
}

/** A card states its price in the title. */
const priceOf = (title: string) => /\$([\d,]+)/.exec(title)?.[1]?.replaceAll(',', '')

const offers = serviceCards.map(({ title, description }) => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Service', name: title, description },
  ...(priceOf(title) && { price: Number(priceOf(title)), priceCurrency: 'USD' }),
}))

const shared = {
  url: home,
  image: `${site.origin}/share.png`,
  telephone: site.phone.href.replace('tel:', ''),
  email: site.email,
}

/** The school and its two places, as schema.org describes them. No ratings, since the school would be rating itself. */
export const structuredData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'SportsOrganization',
      '@id': school,
      name: site.name,
      description: site.description,
      sport: 'Archery',
      areaServed: about.areaServed,
      sameAs: footer.social.map(({ href }) => href),
      makesOffer: offers,
      ...shared,
    },
    ...about.places
      .filter(({ venue }) => venue)
      .map(({ name, place }) => ({
        '@type': 'SportsActivityLocation',
        '@id': `${home}#${name.toLowerCase()}`,
        name: `${site.name}, ${name}`,
        description: `${site.tagline} ${place} in ${name}, California`,
        address: { '@type': 'PostalAddress', addressLocality: name, addressRegion: 'CA', addressCountry: 'US' },
        openingHoursSpecification: openingHours,
        parentOrganization: { '@id': school },
        ...shared,
      })),
  ],
}
