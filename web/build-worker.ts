import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written elsewhere than /assets, and needed by the shell of the staff pages. */
const besides = ['/theme.js', '/admin.webmanifest', '/favicon.svg']

/** Writes the service worker of the staff pages, with the files that it keeps: those of this build. */
export async function writeWorker(root: string, folder: string) {
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
