import { AppError } from '@app/contracts/errors'

/** The one part of the form, which holds the file. */
export function fileIn(body: unknown): File {
  let parts = 0
  const count = () => {
    parts++
  }
  if (body instanceof FormData) body.forEach(count)
  const file = parts === 1 && (body as FormData).get('file')
  if (file instanceof File) return file
  throw new AppError('invalid_request', 'Send one part named "file", and in it the file.')
}
