import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Written elsewhere than /assets, and needed by the shell of the staff pages. */
const besides = ['/theme.js', '/admin.webmanifest', '/favicon.svg']

/** Writes the service worker of the staff pages, with the files that it keeps: those of this build. */
async function writeWorker(root: string, folder: string) {
  const page = await readFile(join(folder, 'app.html'), 'utf8')
  const entry = /\/assets\/main-[\w-]+\.js/.exec(page)?.[0]
  if (!entry) throw new Error('The page of the staff names no program')
  const assets = (await readdir(join(folder, 'assets'))).filter((file) => /\.(js|css|woff2)$/.test(file))
  const files = [...besides, ...assets.toSorted().map((file) => `/assets/${file}`)]
  const version = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 16)
  const release = JSON.stringify({ version, page: '/admin', entry, files })
  const { outputs } = await Bun.build({
    entrypoints: [join(root, 'src/worker/admin-worker.ts')],
    minify: true,
    target: 'browser',
    define: { RELEASE: release },
  })
  await writeFile(join(folder, 'admin-worker.js'), await outputs[0]!.text())
}

const root = import.meta.dirname
const dist = join(root, 'dist')
const cache = join(root, 'node_modules', '.cache')
const next = join(cache, 'next')
const server = join(cache, 'server')
const previous = join(cache, 'previous')
/** The font subsets for English text (fonts.ts); the browser fetches the full fonts when a page needs them. */
const early = /^(national-park|source-sans-3)-[\w-]{8}\.woff2$/
const compressible = /\.(html|js|css|svg|txt|xml|json|webmanifest)$/

/** The file of a chunk, and those that it needs before it runs. */
function filesOf(built: Awaited<ReturnType<typeof build>>, name: string): string[] {
  if (!('output' in built)) throw new Error('The build has one output')
  const chunks = new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const first = [...chunks.values()].find((chunk) => chunk.name === name)
  if (!first) throw new Error(`The build has no chunk ${name}`)
  const files = new Set([first.fileName])
  for (const file of files) for (const needed of chunks.get(file)?.imports ?? []) files.add(needed)
  return [...files]
}

/**
 * Writes the prerendered home page and the empty shell of the staff pages from one template, then the files for
 * search engines.
 */
async function writePages(built: Awaited<ReturnType<typeof build>>) {
  const template = await readFile(join(next, 'index.html'), 'utf8')
  const { renderShipped, shippedFiles, staffHead } = await import(pathToFileURL(join(server, 'entry-server.js')).href)
  const files = await readdir(join(next, 'assets'))
  // Preloaded, so that text is not painted first in a fallback font.
  const preloads = files
    .filter((file) => early.test(file))
    .map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin />`)
  // In the page itself: its request would compete with the fonts.
  const icon = (await readFile(join(next, 'favicon.svg'), 'utf8')).replace(/\s*\n\s*/g, '')
  const page = (head: readonly string[], app: string) =>
    template
      .replace('<!--head-->', () => head.join('\n    '))
      .replace('<!--app-->', () => app)
      .replace('"/favicon.svg"', () => `"data:image/svg+xml,${encodeURIComponent(icon)}"`)
  // Complete but for its content.
  const home = page(['<!--head-->', ...preloads], '<!--app-->')
  await writeFile(join(next, 'index.html'), renderShipped(home))
  await writeRenderer(home)
  // The template has the styles of the home page.
  const staffStyles = files.find((file) => /^main-[\w-]{8}\.css$/.test(file))
  if (!staffStyles) throw new Error('The build has no styles for the staff pages')
  const scripts = (name: string) =>
    filesOf(built, name)
      .filter((file) => !template.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
  // First what asks for the data, then the program, and the fonts with the text that the program shows.
  const first = scripts('staff-start')
  const rest = [
    ...scripts('main').filter((link) => !first.includes(link)),
    ...preloads.map((link) => link.replace(' />', ' fetchpriority="low" />')),
  ]
  await writeFile(
    join(next, 'app.html'),
    page([staffHead, ...first], '')
      .replace(/\/assets\/[\w-]+\.css/, `/assets/${staffStyles}`)
      .replace('  </head>', () => `${rest.map((link) => `    ${link}\n`).join('')}  </head>`),
  )
  const { manifest, robots, sitemap, security } = shippedFiles()
  await writeFile(join(next, 'admin.webmanifest'), manifest)
  await writeFile(join(next, 'robots.txt'), robots)
  await writeFile(join(next, 'sitemap.xml'), sitemap)
  await mkdir(join(next, '.well-known'), { recursive: true })
  await writeFile(join(next, '.well-known', 'security.txt'), security)
}

/**
 * Writes what renders this page with published content: a program without dependencies, its template, and the name of this
 * build. In a hidden folder, which nginx does not serve.
 */
async function writeRenderer(template: string) {
  const folder = join(next, '.renderer')
  const program = await readFile(join(server, 'entry-server.js'))
  await mkdir(folder, { recursive: true })
  await copyFile(join(server, 'entry-server.js'), join(folder, 'page.js'))
  await writeFile(join(folder, 'template.html'), template)
  await writeFile(
    join(folder, 'build'),
    createHash('sha256').update(program).update(template).digest('hex').slice(0, 16),
  )
}

/** Compresses text files at build time, so the web server does not compress them at each request. */
async function precompress() {
  const files = await readdir(next, { recursive: true })
  const texts = files
    .filter((file) => compressible.test(file) && !file.startsWith('.renderer'))
    .map((file) => join(next, file))
  for (const file of texts) {
    const bytes = await readFile(file)
    await Promise.all([
      writeFile(`${file}.br`, brotliCompressSync(bytes)),
      writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 })),
    ])
  }
}

/** Replaces the published build by renaming folders, so a partial build is never served. */
async function publish() {
  await rm(previous, { recursive: true, force: true })
  if (existsSync(dist)) await rename(dist, previous)
  await rename(next, dist)
  await rm(previous, { recursive: true, force: true })
}

const options = { root, logLevel: 'warn' } as const
const built = await build({ ...options, build: { outDir: next, emptyOutDir: true } })
await build({
  ...options,
  // One file that needs no packages.
  ssr: { noExternal: true },
  environments: { ssr: { keepProcessEnv: false } },
  build: {
    outDir: server,
    emptyOutDir: true,
    ssr: 'src/entry-server.tsx',
    copyPublicDir: false,
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
await writePages(built)
await writeWorker(root, next)
await precompress()
await publish()
