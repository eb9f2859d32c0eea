import { type AppError, invalidFile } from '@app/contracts/errors'

/** Formats that people try most, and the way out. */
const instead: Readonly<Record<string, string>> = {
  'image/heic':
    'This is a HEIC photo, which browsers cannot show. On an iPhone choose Settings, Camera, Formats, Most Compatible, or save it as JPEG.',
  'image/svg+xml': 'This is an SVG drawing, which may contain programs.',
  'image/avif': 'This is an AVIF picture.',
  'image/gif': 'This is a GIF picture.',
  'image/tiff': 'This is a TIFF picture or a raw photo.',
  'image/bmp': 'This is a BMP picture.',
  'application/pdf': 'This is a PDF.',
  'video/mp4': 'This is a film.',
  'video/quicktime': 'This is a film.',
}

/** Says what a file is that is not accepted, by its content, and what is. */
export function refuseType(type: string, wanted: string): AppError {
  const known = type.startsWith('image/hei') ? 'image/heic' : type
  const said = instead[known]
  if (said === undefined) return invalidFile(`Files of this type are not accepted. ${wanted}`)
  return invalidFile(known === 'image/heic' ? said : `${said} ${wanted}`)
}
