import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
// @ts-expect-error The package ships no types.
import subset from 'subset-font'

/**
 * Subsets the two fonts to English text, small enough to arrive with the first paint. Run `bun run fonts` after a font
 * update. Other characters load from the full fonts on demand.
 */
const folder = join(import.meta.dirname, 'src', 'app', 'fonts')
const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('')
const text = `${printable}\u00a0©·×–—‘’“”•…→`

const faces = [
  { name: 'national-park', weights: { min: 500, max: 800 } },
  { name: 'source-sans-3', weights: { min: 400, max: 700 } },
]

await mkdir(folder, { recursive: true })
for (const { name, weights } of faces) {
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
  const whole = await readFile(new URL(import.meta.resolve(file)))
  const part = await subset(whole, text, { targetFormat: 'woff2', variationAxes: { wght: weights } })
  await writeFile(join(folder, `${name}.woff2`), part)
  process.stdout.write(`${name}: ${part.length} bytes of ${whole.length}\n`)
}
