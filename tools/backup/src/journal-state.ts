import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** Findings of the last look, so that a program that starts anew does not believe an empty database either. */
const state = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Documents that last, and entries of the audit. */
  documents: v.number(),
  audit: v.number(),
})
export type JournalState = v.InferOutput<typeof state>

const fileIn = (folder: string) => join(folder, 'last-look.json')

export function readJournalState(folder: string): JournalState | undefined {
  const file = fileIn(folder)
  return existsSync(file) ? v.parse(state, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

export function writeJournalState(folder: string, now: JournalState): void {
  const file = fileIn(folder)
  writeFileSync(`${file}.new`, `${JSON.stringify(now)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** An operator has said that what the database holds now is all there should be. */
const acceptance = (folder: string) => join(folder, 'accepted')
export const isAccepted = (folder: string) => existsSync(acceptance(folder))
export const accept = (folder: string) => writeFileSync(acceptance(folder), '', { mode: 0o600 })
export const forgetAcceptance = (folder: string) => rmSync(acceptance(folder), { force: true })
