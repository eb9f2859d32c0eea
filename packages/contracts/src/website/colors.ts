import * as v from 'valibot'

export const colorTokens = ['paper', 'ink', 'primary', 'accent', 'woods'] as const
export type ColorToken = (typeof colorTokens)[number]
export const colorSchemes = ['light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

const hex = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'Color must look like #12564e'))
const both = v.strictObject({ light: hex, dark: hex })

/** The colors of the page, by day and by night; the others are made of them. */
export const websiteColors = v.strictObject({ paper: both, ink: both, primary: both, accent: both, woods: both })
export type WebsiteColors = v.InferOutput<typeof websiteColors>

/** As the styles of the site have them. */
export const shippedColors: WebsiteColors = {
  paper: { light: '#f3f6ee', dark: '#0f1b22' },
  ink: { light: '#12292b', dark: '#e9f0e6' },
  primary: { light: '#12564e', dark: '#85d3c0' },
  accent: { light: '#c4361a', dark: '#ff9470' },
  woods: { light: '#0e3335', dark: '#0a2328' },
}

/** Names a stylesheet by what is in it: all colors, without `#`. */
export const colorsName = (colors: WebsiteColors) =>
  colorTokens.flatMap((token) => colorSchemes.map((scheme) => colors[token][scheme].slice(1))).join('-')
export const colorsPath = (colors: WebsiteColors) => `/api/site/colors/${colorsName(colors)}.css`
