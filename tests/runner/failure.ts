import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

/** A test that failed, as its suite reports it. Paths are relative to the checkout. */
export type Failure = {
  /** The file and the full name. */
  test: string
  /** Why, in a few lines, with the - and + lines of a difference. */
  reason: string[]
  /** Where, in a file of ours: `path:line`. */
  place?: string
  /** Runs just this test. */
  command?: string
  /** It passed when it ran once more. It has failed all the same. */
  isFlaky?: boolean
}

const maxMessage = 4
const maxDifference = 12
const maxWidth = 200

const clipped = (line: string) => (line.length > maxWidth ? `${line.slice(0, maxWidth)} …` : line)
const linesOf = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)

const isFrame = (line: string) => /^\s+at /.test(line)
const isHeading = (line: string) => /^\s*(- Expected|\+ Received):?$/.test(line)
const isChanged = (line: string) => /^\s*[-+](?![-+])/.test(line)

function firstOf(lines: readonly string[], count: number): string[] {
  const more = lines.length - count
  return [...lines.slice(0, count), ...(more > 0 ? [`… ${more} more lines`] : [])].map(clipped)
}

/** The message without its stack, then the lines that differ. */
export function reasonOf(message: string, difference = ''): string[] {
  const lines = linesOf(message).filter((line) => !isFrame(line))
  const compared = linesOf(difference)
  // A pattern has headings alone; what differs stands below them.
  const changed = compared.every((line) => isHeading(line) || !isChanged(line)) ? compared : compared.filter(isChanged)
  return [...firstOf(lines, changed.length > 0 ? 2 : maxMessage), ...firstOf(changed, maxDifference)]
}

/** Where a stack last left a file of this checkout. */
export function placeOf(frames: readonly { file: string; line: number }[]): string | undefined {
  const own = frames.find(({ file }) => file.startsWith(root) && !file.includes('node_modules'))
  return own && `${relative(root, own.file)}:${own.line}`
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** What runs one test, or one file, of Vitest. */
export const vitestCommand = (project: string, file: string, name?: string) =>
  ['bun --bun x vitest run --project', project, file, ...(name ? ['-t', quoted(escaped(name))] : [])].join(' ')

/** What runs one journey, given as `file:line` below tests/e2e. */
export const playwrightCommand = (place: string) =>
  `(cd tests && bun --bun x playwright test --config e2e/playwright.config.ts ${place})`

/** The lines that are printed: the test, why, where, and how to run it. */
export const described = ({ test, reason, place, command, isFlaky }: Failure): string[] => [
  `failed: ${test}${isFlaky ? ' (flaky: it passed when it ran once more)' : ''}`,
  ...reason.map((line) => `  ${line}`),
  ...(place ? [`  at ${place}`] : []),
  ...(command ? [`  ${command}`] : []),
]
