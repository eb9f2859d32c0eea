import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = import.meta.dirname
const dist = join(root, 'dist')
const server = join(dist, '.server')
const compressible = /\.(html|js|css|svg|txt|xml|json|webmanifest)$/

/** Writes the two pages from one template: the prerendered home page and the empty shell of the staff pages. */
async function writePages() {
  const template = await readFile(join(dist, 'index.html'), 'utf8')
  const { renderHome, homeHead, staffHead } = await import(pathToFileURL(join(server, 'entry-server.js')).href)
  const page = (head: string, app: string) =>
    template.replace('<!--head-->', () => head).replace('<!--app-->', () => app)
  await writeFile(join(dist, 'index.html'), page(homeHead, renderHome()))
  await writeFile(join(dist, 'app.html'), page(staffHead, ''))
}

/** Compresses once at build time what the web server would otherwise compress at each request. */
async function precompress() {
  const files = await readdir(dist, { recursive: true })
  const texts = files.filter((file) => compressible.test(file)).map((file) => join(dist, file))
  for (const file of texts) {
    const bytes = await readFile(file)
    await Promise.all([
      writeFile(`${file}.br`, brotliCompressSync(bytes)),
      writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 })),
    ])
  }
}

await build({ root, logLevel: 'warn' })
await build({ root, logLevel: 'warn', build: { ssr: 'src/entry-server.tsx', outDir: server, copyPublicDir: false } })
await writePages()
await rm(server, { recursive: true })
await precompress()
