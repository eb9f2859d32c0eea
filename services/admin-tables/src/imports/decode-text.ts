/** The byte order marks of UTF-16, which "Unicode text" of spreadsheets begins with. */
const marks: [encoding: string, ...mark: number[]][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A file as text: UTF-8 or UTF-16 by its mark, else Windows-1252, which spreadsheets on Windows write for "CSV". */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))
  const encoding = marked?.[0] ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  // Bun decodes more encodings than its types list.
  return new TextDecoder(encoding as Bun.Encoding).decode(bytes)
}
