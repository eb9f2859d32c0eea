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

/** `#rrggbb`. */
type Hex = string
type Triple = readonly [number, number, number]

const channels = (hex: Hex): Triple => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const hexOf = (rgb: readonly number[]): Hex =>
  `#${rgb
    .map((each) =>
      Math.round(Math.min(255, Math.max(0, each)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const fromLinear = (share: number) => 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055)

/** Relative luminance (WCAG 2.2). */
const luminance = (hex: Hex) => {
  const [red, green, blue] = channels(hex).map(toLinear) as unknown as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the second color in the first. */
export function mix(one: Hex, other: Hex, share: number): Hex {
  const a = channels(one)
  const b = channels(other)
  return hexOf(a.map((each, at) => each + (b[at]! - each) * share))
}

/** Lightness and the two axes of OKLab, in which equal steps look equal. */
function toOklab(hex: Hex): Triple {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
function linearOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The color with another lightness: its hue stays, and as much of its chroma as a screen can show. */
function withLightness(hex: Hex, lightness: number): Hex {
  const [, a, b] = toOklab(hex)
  for (let share = 1; share >= 0; share -= 0.05) {
    const linear = linearOf([lightness, a * share, b * share])
    if (linear.every((each) => each >= -0.0005 && each <= 1.0005))
      return hexOf(linear.map((each) => fromLinear(Math.max(0, each))))
  }
  return lightness > 0.5 ? '#ffffff' : '#000000'
}

/** The color of this hue that is nearest in lightness and passes; `undefined` when none does. */
export function nearest(hex: Hex, passes: (color: Hex) => boolean): Hex | undefined {
  if (passes(hex)) return hex
  const [lightness] = toOklab(hex)
  for (let step = 0.01; step <= 1; step += 0.01)
    for (const next of [lightness - step, lightness + step]) {
      if (next < 0 || next > 1) continue
      const color = withLightness(hex, next)
      if (passes(color)) return color
    }
  return undefined
}

/** Colors of the page that stay: writing on dark ground, faults, the focus, and the sky behind the headline. */
const fixed = {
  light: { bad: '#8f1a15', focus: '#14708f', sky: ['#cfe7e4', '#deead9', '#ebedd2', '#f6efcd', '#fff4cf'] },
  dark: { bad: '#f5aba2', focus: '#8fd3ea', sky: ['#101f33', '#16283e', '#1c3049', '#243a55', '#2c4561'] },
} as const
const onWoodsSoft = '#bdd3c9'
const white = '#ffffff'
const black = '#000000'

type Scheme = Record<ColorToken, Hex>
const inScheme = (colors: WebsiteColors, scheme: ColorScheme): Scheme => ({
  paper: colors.paper[scheme],
  ink: colors.ink[scheme],
  primary: colors.primary[scheme],
  accent: colors.accent[scheme],
  woods: colors.woods[scheme],
})

/** A share of the ink in the paper, from which on it stands out enough. */
function reach({ paper, ink }: Scheme, from: number, against: readonly Hex[], ratio: number): Hex {
  for (let share = from; share < 1; share += 0.02) {
    const color = mix(paper, ink, share)
    if (against.every((ground) => contrast(color, ground) >= ratio)) return color
  }
  return ink
}

/** One of black and white has 4.5:1 with any color. A stronger one moves away from what is written on it. */
function filled(color: Hex) {
  const on = contrast(color, white) >= contrast(color, black) ? white : black
  return { color, on, strong: mix(color, on === white ? black : white, 0.25) }
}

/** The page, what lies on it, and what is sunken into it. */
const groundsOf = (paper: Hex, scheme: ColorScheme) => ({
  paper,
  card: mix(paper, white, scheme === 'light' ? 0.6 : 0.05),
  sunken: mix(paper, black, scheme === 'light' ? 0.06 : 0.25),
})
const softOf = (woods: Hex) => mix(woods, white, 0.07)

/** All colors of a scheme that follow the five, by the names of the styles. */
function derived(colors: Scheme, scheme: ColorScheme): Record<string, Hex> {
  const { paper, ink, woods } = colors
  const { card, sunken } = groundsOf(paper, scheme)
  const grounds = [paper, card, sunken]
  const primary = filled(colors.primary)
  const accent = filled(colors.accent)
  return {
    paper,
    card,
    sunken,
    ink,
    line: mix(paper, ink, 0.2),
    edge: reach(colors, 0.4, grounds, 3),
    // For a range in sunlight (WCAG 2.2, 1.4.6). Where the ink itself has less, it is the ink.
    muted: reach(colors, 0.7, grounds, 7),
    forest: primary.color,
    primary: primary.color,
    'primary-strong': primary.strong,
    'on-primary': primary.on,
    accent: accent.color,
    'accent-strong': accent.strong,
    'on-accent': accent.on,
    woods,
    'woods-soft': softOf(woods),
    'woods-line': mix(woods, white, 0.25),
  }
}

/** The colors as a stylesheet. */
export function colorStyles(colors: WebsiteColors): string {
  const [light, dark] = colorSchemes.map((scheme) => derived(inScheme(colors, scheme), scheme)) as [
    Record<string, Hex>,
    Record<string, Hex>,
  ]
  const lines = Object.keys(light).map((name) => `--color-${name}:light-dark(${light[name]},${dark[name]})`)
  return `:root{${lines.join(';')}}\n`
}

type Check = { what: string; colors: readonly [Hex, Hex]; needed: number }

/** The contrasts that each of the colors must have (WCAG 2.2, 1.4.3 and 1.4.11). */
function checksOf(token: ColorToken, colors: Scheme, scheme: ColorScheme): Check[] {
  const grounds = Object.values(groundsOf(colors.paper, scheme))
  const { bad, focus, sky } = fixed[scheme]
  const on = (what: string, color: Hex, against: readonly Hex[], needed: number) =>
    against.map((ground): Check => ({ what, colors: [color, ground], needed }))
  switch (token) {
    case 'paper':
      return [...on('messages on the background', bad, grounds, 4.5), ...on('the focus', focus, grounds, 3)]
    case 'ink':
      return [
        ...on('text on the background', colors.ink, grounds, 4.5),
        ...on('the headline on the sky', colors.ink, sky, 4.5),
      ]
    case 'primary':
      return on('links on the background', colors.primary, grounds, 4.5)
    case 'accent':
      return on('icons and the booking button on the background', colors.accent, grounds, 3)
    case 'woods':
      return on('text of the footer', onWoodsSoft, [colors.woods, softOf(colors.woods)], 4.5)
  }
}

const fails = ({ colors: [one, other], needed }: Check) => contrast(one, other) < needed

/** A color that cannot be published, and the nearest one that can. */
export type ColorFault = {
  token: ColorToken
  scheme: ColorScheme
  what: string
  ratio: number
  needed: number
  offer: Hex | undefined
}

/** Combinations of colors with too little contrast to read. */
export function colorFaults(colors: WebsiteColors | null): ColorFault[] {
  if (!colors) return []
  return colorSchemes.flatMap((scheme) => {
    const given = inScheme(colors, scheme)
    return colorTokens.flatMap((token): ColorFault[] => {
      const [worst] = checksOf(token, given, scheme)
        .filter(fails)
        .toSorted((a, b) => contrast(...a.colors) / a.needed - contrast(...b.colors) / b.needed)
      if (!worst) return []
      const passes = (color: Hex) => !checksOf(token, { ...given, [token]: color }, scheme).some(fails)
      const { what, needed } = worst
      const ratio = Math.floor(contrast(...worst.colors) * 100) / 100
      return [{ token, scheme, what, needed, ratio, offer: nearest(given[token], passes) }]
    })
  })
}
