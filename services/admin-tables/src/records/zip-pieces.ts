import { Zip } from 'fflate'

/** A zip that is sent while it is written: `taken` returns what has been written since the last call. */
export function zipPieces() {
  let written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  const taken = () => {
    const bytes = Buffer.concat(written)
    written = []
    return bytes
  }
  return { zip, taken }
}
