import type { GridFSBucketWriteStream } from 'mongodb'

const pieceBytes = 256 * 1024

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/**
 * Stores a file piece by piece, the next one when the one before is stored. Of what it gets at once the driver copies and sends all pieces at
 * the same time, which takes several times the memory of the file. A file that fails leaves nothing.
 */
export async function storeFile(
  upload: Pick<GridFSBucketWriteStream, 'write' | 'once' | 'end' | 'abort'>,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of content instanceof Uint8Array ? piecesOf(content) : content)
      await new Promise<void>((done, fail) => upload.write(piece, (error) => (error ? fail(error) : done())))
    await new Promise<void>((done, fail) => {
      upload.once('finish', done).once('error', fail)
      upload.end()
    })
  } catch (error) {
    await upload.abort().catch(() => {})
    throw error
  }
}
