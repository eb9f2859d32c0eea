const interval = 2_000

const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Receives the progress, collection by collection. */
export type Progress = {
  add(collection: string, documents: number, bytes: number): void
  done(collection: string): void
}

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
