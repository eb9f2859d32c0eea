/** An answer that is read as fast as the client takes it. An error on the way breaks the transfer visibly. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

type Served = { name: string; size: number; chunks: AsyncIterable<Uint8Array> }

const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A file that people have uploaded or sent. Always a download; if a browser opens it anyway, its scripts do not run. */
export const servedFile = ({ name, size, chunks }: Served, type = 'application/octet-stream') =>
  new Response(streamOf(chunks), {
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodedName(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  })
