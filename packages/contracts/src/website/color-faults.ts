import {
  type ColorScheme,
  type ColorToken,
  colorSchemes,
  colorTokens,
  contrast,
  type Hex,
  mix,
  nearest,
  type WebsiteColors,
} from './color-math'

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
