type Language = { word: RegExp; rarity?: number; frequent?: RegExp }

/**
 * Languages in Latin letters by the families of character sets that they are written in. A word is known by its letters beyond ASCII, in
 * lower case, and by where in it these stand. `rarity`: their letters are frequent elsewhere by mistake, unless there
 * are `frequent` words of them.
 */
const families: Readonly<Record<string, Readonly<Record<string, Language>>>> = {
  western: {
    french: { word: /^(?:(?:[a-zàâæéèêëîïôœûüÿ]|ç(?=[aouâ]|$))*|où)$/u },
    spanish: { word: /^[a-záéíóúüñªº]*$/u },
    german: { word: /^[a-zäöüßé]*$/u },
    portuguese: { word: /^(?:[a-záâàéêíóôúü]|ç(?=[aouáâãóõú]|$)|ã(?=o|e|s|$)|õ(?=e))*$/u },
    italian: { word: /^[a-zàéí]*[àèéìíòóù]?$/u },
    danish: { word: /^[a-zæøåéöä]*$/u },
    swedish: { word: /^[a-zäöåéü]*$/u },
    dutch: { word: /^[a-záéëèïóöü]*$/u },
    catalan: { word: /^(?:[a-zàèéíïòóúü]|ç(?=[aouàòóú]|$))*$/u, rarity: 0.03 },
    estonian: { word: /^[a-zäõöüšž]*$/u, rarity: 0.08 },
    icelandic: {
      word: /^[a-záðéíóúýþæö]*$/u,
      rarity: 0.08,
      frequent: /^(?:að|við|með|það|þetta|þú|þér|þakka|ég|já)$/u,
    },
  },
  central: {
    czech: { word: /^[a-záčďéěíňóřšťúůýž]*$/u },
    slovak: { word: /^[a-záäčďéíĺľňóôŕšťúýž]*$/u },
    polish: { word: /^[a-ząćęłńóśźż]*$/u },
    hungarian: { word: /^[a-záéíóöőúüű]*$/u },
    romanian: { word: /^[a-zăâîşţșț]*$/u },
    croatian: { word: /^[a-zčćđšž]*$/u },
    german: { word: /^[a-zäöüßé]*$/u },
  },
  turkish: {
    turkish: { word: /^[a-zçğıöşüâîû]*$/u },
  },
  baltic: {
    lithuanian: { word: /^[a-ząčęėįšųūž]*$/u },
    latvian: { word: /^[a-zāčēģīķļņšūž]*$/u },
    estonian: { word: /^[a-zäõöüšž]*$/u },
  },
}
const familyOf: Readonly<Record<string, string>> = {
  'windows-1250': 'central',
  'iso-8859-2': 'central',
  ibm852: 'central',
  'x-mac-ce': 'central',
  'windows-1254': 'turkish',
  ibm857: 'turkish',
  'windows-1257': 'baltic',
}
const languagesOf = (encoding: string) => Object.values(families[familyOf[encoding] ?? 'western']!)

/** The cost of a word of another language than the others: lists of names have these. */
const otherLanguage = 0.15

const lower = (word: string) => word.toLowerCase().replaceAll('\u0307', '')

/** True if a word may be of a language that is written in this character set. */
export const isLatinWord = (word: string, encoding: string): boolean =>
  languagesOf(encoding).some((language) => language.word.test(lower(word)))

/** The distance of words with letters beyond ASCII from one language: 0 for words of it, 1 for words of none. */
export function foreignWords(words: readonly string[], encoding: string): number {
  if (words.length === 0) return 0
  const languages = languagesOf(encoding)
  const all = words.map(lower)
  const known = all.filter((one) => languages.some(({ word }) => word.test(one)))
  const costs = languages.map(({ word, rarity = 0, frequent }) => {
    const isFound = frequent !== undefined && all.some((one) => frequent.test(one))
    const own = known.filter((one) => word.test(one)).length
    return (all.length - known.length + (known.length - own) * otherLanguage) / all.length + (isFound ? 0 : rarity)
  })
  return Math.min(1, ...costs)
}
