import type { MadePicture } from './make-sizes'

type Header = Omit<MadePicture, 'parts'> & { parts: { name: string; length: number }[] }

/** A picture as bytes: a line of JSON that says what follows, and its parts. */
export function writePicture({ parts, ...about }: MadePicture): Uint8Array {
  const header: Header = { ...about, parts: parts.map(({ name, bytes }) => ({ name, length: bytes.length })) }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts.map(({ bytes }) => bytes)])
}

export function readPicture(bytes: Uint8Array): MadePicture {
  const end = bytes.indexOf(10)
  const { parts, ...about } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Header
  let at = end + 1
  return {
    ...about,
    parts: parts.map(({ name, length }) => {
      at += length
      return { name, bytes: bytes.subarray(at - length, at) }
    }),
  }
}
