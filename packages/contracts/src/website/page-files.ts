import * as v from 'valibot'

/** The legal pages, each at its own address: `/privacy`, `/terms`. */
export const legalNames = ['privacy', 'terms'] as const
const legalName = v.picklist(legalNames)
export type LegalName = v.InferOutput<typeof legalName>

export const legalPath = (name: LegalName) => `/${name}`

const markup = (title: string) => v.pipe(v.string(), v.maxLength(60_000, `${title} cannot exceed 60,000 characters`))

/** Rich text, cleaned by the service. An empty one has no page: the footer leads to the address among the facts. */
export const websiteLegal = v.strictObject({ privacy: markup('Privacy policy'), terms: markup('Terms') })
type WebsiteLegal = v.InferOutput<typeof websiteLegal>

/** The legal pages of content that was stored before there were any. */
export const shippedLegal: WebsiteLegal = { privacy: '', terms: '' }

export const mapLegal = (legal: WebsiteLegal, change: (html: string) => string): WebsiteLegal => ({
  privacy: change(legal.privacy),
  terms: change(legal.terms),
})

/** Where the site is while no other address is configured: canonical links of the build name it. */
export const builtOrigin = 'https://archery.example'

/** Files besides the pages that follow what is published, by their media type. */
export const fileTypes = {
  manifest: 'application/manifest+json',
  sitemap: 'text/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  security: 'text/plain; charset=utf-8',
} as const
export type PageFile = keyof typeof fileTypes

export const pageFileNames = [...legalNames, ...(Object.keys(fileTypes) as PageFile[])] as const
export const isPageFile = (name: string): name is PageFile => Object.hasOwn(fileTypes, name)
