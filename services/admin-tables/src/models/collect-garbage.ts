import { edenGC } from 'bun:jsc'

/** Bytes written after which garbage is collected: encoding leaves ten times as much in memory. */
export const collectEvery = 1_500_000
/** Growth of the resident memory after which all garbage is collected, which requests wait for: 40 to 70 ms against 5. */
export const maxGrowth = 60_000_000

const runtime = {
  resident: () => process.memoryUsage.rss(),
  /** What was allocated lately, which nearly all garbage of an export is. */
  collectNew: (): unknown => edenGC(),
  collectAll: () => Bun.gc(true),
}

/** Keeps the memory of a process flat while it writes much text. One for all of its work of that kind. */
export function garbageCollector({ resident, collectNew, collectAll }: typeof runtime = runtime, growth = maxGrowth) {
  let atRest = Number.POSITIVE_INFINITY
  return {
    /** Begins a piece of work. Returns what is called with the bytes that it has written. */
    begin(): (bytes: number) => void {
      atRest = Math.min(atRest, resident())
      let uncollected = 0
      return (bytes) => {
        uncollected += bytes
        if (uncollected <= collectEvery) return
        uncollected = 0
        if (resident() > atRest + growth) collectAll()
        else collectNew()
      }
    },
  }
}

/** Less than for exports: what is read and what is stored of a file come on top. */
const ofFiles = garbageCollector(runtime, maxGrowth / 2)

/** The pieces of a file, whose garbage does not add up while they are read. */
export async function* withoutGarbage(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const read = ofFiles.begin()
  for await (const piece of pieces) {
    yield piece
    read(piece.length)
  }
}
