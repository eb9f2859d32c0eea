export function formOf(file: File): FormData {
  const body = new FormData()
  body.set('file', file)
  return body
}

/** Downloads a file that the page has made. */
export function saveFile(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
