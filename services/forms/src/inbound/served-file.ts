import { streamOf } from '@app/service/stream-of'

const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Always a download of bytes; if a browser opens it anyway, nothing in it runs. */
const servedAs = (name: string, size: number) => ({
  'content-type': 'application/octet-stream',
  'content-length': String(size),
  'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodedName(name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** A file of a conversation, to download. */
export const servedFile = ({ name, size, chunks }: { name: string; size: number; chunks: AsyncIterable<Uint8Array> }) =>
  new Response(streamOf(chunks), { headers: servedAs(name, size) })
