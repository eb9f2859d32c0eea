import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The verdict of one part of a long run. */
export type SoakPart = {
  seed: number
  acknowledged: number
  stored: number
  mails: number
  /** Repeated mails that a fault explains. */
  explained: number
  faults: number
  seconds: number
  violations: string[]
}

/** A part is written under another name first, so that an interrupted write leaves no half of one. */
export function writePart(file: string, part: SoakPart): void {
  writeFileSync(`${file}.new`, JSON.stringify(part))
  renameSync(`${file}.new`, file)
}

export const partFile = (folder: string, number: number) => join(folder, `part-${String(number).padStart(3, '0')}.json`)

/** The finished parts of a run, in their order. */
export function readParts(folder: string): SoakPart[] {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder)
    .filter((name) => /^part-\d+\.json$/.test(name))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

const sum = (parts: readonly SoakPart[], read: (part: SoakPart) => number) =>
  parts.reduce((total, part) => total + read(part), 0)

/** The verdict on all parts together; undefined while inquiries are missing and nothing is wrong. */
export function verdictOn(
  parts: readonly SoakPart[],
  wanted: number,
): { passed: boolean; lines: string[] } | undefined {
  const acknowledged = sum(parts, (part) => part.acknowledged)
  const violations = parts.flatMap((part, at) => part.violations.map((violation) => `part ${at + 1}: ${violation}`))
  if (acknowledged < wanted && violations.length === 0) return undefined
  const matching = (pattern: RegExp) => violations.filter((violation) => pattern.test(violation)).length
  const [lost, twice, again] = [matching(/lost/), matching(/stored \d+ times/), matching(/again without need/)]
  return {
    passed: violations.length === 0,
    lines: [
      `parts         ${parts.length}, together ${(sum(parts, (part) => part.seconds) / 60).toFixed(0)} minutes`,
      `inquiries     ${acknowledged} acknowledged of ${wanted}, ${sum(parts, (part) => part.stored)} stored`,
      `mails         ${sum(parts, (part) => part.mails)}, ${sum(parts, (part) => part.explained)} of them repeated because of a fault`,
      `faults        ${sum(parts, (part) => part.faults)}`,
      `verdict       lost ${lost}, stored twice ${twice}, mailed again without need ${again}, other violations ${violations.length - lost - twice - again}`,
      ...violations.slice(0, 20).map((violation) => `  ${violation}`),
    ],
  }
}
