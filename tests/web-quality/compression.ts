/** Loads a file as a browser does, without decompressing it. */
async function load(url: string, encoding: string) {
  const answer = await fetch(url, { headers: { 'accept-encoding': encoding }, decompress: false })
  const { byteLength } = await answer.arrayBuffer()
  return { size: byteLength, header: (name: string) => answer.headers.get(name) ?? '' }
}

/** The transferred bytes of these files, without headers. */
export async function weight(urls: readonly string[]): Promise<number> {
  const files = await Promise.all(urls.map((url) => load(url, 'br, gzip')))
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** Errors in caching and compression of the page and its files. */
export async function compressionFaults(url: string, urls: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const page = await load(`${url}/`, 'br')
  if (page.header('cache-control') !== 'no-cache') faults.push('the page is not asked for again')
  for (const file of urls.filter((each) => each.includes('/assets/'))) {
    const brotli = await load(file, 'br')
    if (!/max-age=31536000.*immutable/.test(brotli.header('cache-control'))) faults.push(`${file} is not kept`)
    if (file.endsWith('.woff2')) continue
    if (brotli.header('content-encoding') !== 'br') faults.push(`${file} does not come with Brotli`)
    const gzip = await load(file, 'gzip')
    if (gzip.header('content-encoding') !== 'gzip') faults.push(`${file} does not come with gzip`)
  }
  return faults
}
