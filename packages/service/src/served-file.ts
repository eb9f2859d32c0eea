import { streamOf } from './stream-of'

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
