const quote = 34
const lineFeed = 10

/** Counts the rows of a CSV as its bytes arrive: a line break inside quotes is part of a text. */
export function rowCounter() {
  let quoted = false
  let lines = 0
  return (bytes: Uint8Array) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted
      else if (byte === lineFeed && !quoted) lines++
    }
    // The first line names the fields.
    return Math.max(0, lines - 1)
  }
}
