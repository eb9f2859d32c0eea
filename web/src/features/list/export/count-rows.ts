const quote = 34
const lineFeed = 10

/** Counts CSV rows in a byte stream; a line break inside quotes does not end a row. */
export function rowCounter() {
  let quoted = false
  let lines = 0
  return (bytes: Uint8Array) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted
      else if (byte === lineFeed && !quoted) lines++
    }
    // The first line is the header.
    return Math.max(0, lines - 1)
  }
}
