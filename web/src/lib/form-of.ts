/** A file as the body of a call. */
export function formOf(file: File): FormData {
  const body = new FormData()
  body.set('file', file)
  return body
}
