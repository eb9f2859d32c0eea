import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
// @ts-expect-error The package ships no types.
import subset from 'subset-font'

/**
 * Subsets the two fonts to English text, so small that text is painted one round trip earlier: beside other files a new
 * connection gets 13.1 KB, with the response headers, before it waits (tests/web-quality). The headings' font has one weight,
 * which halves it; its other characters are in a file of their own, so that a word with an accent is of that weight as well.
 * Those of the other font load from the full file on demand. Run `bun run fonts` after a font update.
 */
const folder = join(import.meta.dirname, 'src', 'app', 'fonts')
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join('')
const english = `${between(0x20, 0x7e)}\u00a0©·×–—‘’“”•…→`
/** The `unicode-range` of the other files in fonts.css. */
const others = `${between(0xa1, 0xff)}ıŒœʻʼˆ˚˜€™`

/** The features that browsers apply to English text by default, and `tabular-nums`. */
const keepFeatures = ['kern', 'liga', 'rvrn', 'tnum']
/** Names of styles, and what browsers find in the outlines as well or do without. */
const dropTables = ['STAT', 'HVAR', 'MVAR']

const headings = import.meta.resolve('@fontsource-variable/national-park/files/national-park-latin-wght-normal.woff2')
const body = import.meta.resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2')
const faces = [
  { name: 'national-park', from: headings, text: english, wght: 700 },
  { name: 'national-park-others', from: headings, text: others, wght: 700 },
  { name: 'source-sans-3', from: body, text: english, wght: { min: 400, max: 600 } },
]

await mkdir(folder, { recursive: true })
for (const { name, from, text, wght } of faces) {
  const whole = await readFile(new URL(from))
  const part = await subset(whole, text, { targetFormat: 'woff2', keepFeatures, dropTables, variationAxes: { wght } })
  await writeFile(join(folder, `${name}.woff2`), part)
  process.stdout.write(`${name}: ${part.length} bytes of ${whole.length}\n`)
}
