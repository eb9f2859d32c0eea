import { legalNames } from './legal'

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
