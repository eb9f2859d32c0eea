import { contentOf, type Manifest } from './archive-format'

/** Begins the message of a failure, the last that is printed. */
export const reasonMark = 'Error: '

/** Begins the line that says which data is in place after a restore, or after one that was interrupted. */
export const inPlaceMark = 'The database holds '

/** Begins the line that says it where no restore was interrupted. */
export const idleMark = 'No restore is unfinished: '

/** The metric of `follow`, whose file METRICS_DIR holds. */
export const journalMetric = 'archery_journal_last_success_timestamp_seconds'

/** 1 while `follow` writes nothing because the database cannot be the one that it was. */
export const journalRefusedMetric = 'archery_journal_refused'

const megabyte = 1024 * 1024
export const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

/** The content of an archive, in words. */
export function contentInWords(manifest: Manifest): string {
  const { documents, collections, bytes } = contentOf(manifest)
  return `${documents} documents in ${collections} collections, ${inMegabytes(bytes)}`
}

export type Content = { documents: number; bytes: number }

/** Reads such a sentence: an archive that goes to the standard output leaves no other way to return its content. */
export function contentIn(line: string): Content | undefined {
  const [, documents, megabytes] = /(\d+) documents in \d+ collections, (\d+\.\d) MB/.exec(line) ?? []
  return documents ? { documents: Number(documents), bytes: Math.round(Number(megabytes) * megabyte) } : undefined
}

/** Less: most changes of a small database are larger than half of it. */
const notableDocuments = 50
const notableBytes = megabyte

/** True if a backup holds less than half of the one before it. */
export const hasShrunk = (now: Content, before: Content) =>
  (before.documents >= notableDocuments && now.documents < before.documents / 2) ||
  (before.bytes >= notableBytes && now.bytes < before.bytes / 2)

const interval = 2_000

/** Receives the progress, collection by collection. */
export type Progress = {
  add(collection: string, documents: number, bytes: number): void
  done(collection: string): void
}

export const silent: Progress = { add() {}, done() {} }

/** Writes a line for each collection, and every two seconds where one takes longer. */
export function createProgress(step: string, write: (line: string) => void, now = () => performance.now()): Progress {
  let counted = { documents: 0, bytes: 0 }
  let saidAt = now()
  const say = (collection: string, end: string) => {
    const { documents, bytes } = counted
    write(`  ${step.padEnd(9)} ${collection.padEnd(24)} ${String(documents).padStart(9)}  ${inMegabytes(bytes)}${end}`)
    saidAt = now()
  }
  return {
    add(collection, documents, bytes) {
      counted.documents += documents
      counted.bytes += bytes
      if (now() - saidAt >= interval) say(collection, ' ...')
    },
    done(collection) {
      say(collection, '')
      counted = { documents: 0, bytes: 0 }
    },
  }
}
