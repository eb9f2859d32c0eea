import * as v from 'valibot'

/** The legal pages, each at its own address: `/privacy`, `/terms`. */
export const legalNames = ['privacy', 'terms'] as const
export const legalName = v.picklist(legalNames)
export type LegalName = v.InferOutput<typeof legalName>

export const legalPath = (name: LegalName) => `/${name}`

const markup = (title: string) => v.pipe(v.string(), v.maxLength(60_000, `${title} cannot exceed 60,000 characters`))

/** Rich text, cleaned by the service. An empty one has no page: the footer leads to the address among the facts. */
export const websiteLegal = v.strictObject({ privacy: markup('Privacy policy'), terms: markup('Terms') })
export type WebsiteLegal = v.InferOutput<typeof websiteLegal>

/** The legal pages of content that was stored before there were any. */
export const shippedLegal: WebsiteLegal = { privacy: '', terms: '' }

export const mapLegal = (legal: WebsiteLegal, change: (html: string) => string): WebsiteLegal => ({
  privacy: change(legal.privacy),
  terms: change(legal.terms),
})
