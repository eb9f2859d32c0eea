import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@app/installer/checkout'
import { contentStamp } from '@app/installer/content-stamp'
import { withLock } from '@app/installer/file-lock'

/** Below a folder with the libraries that are not bundled. */
const folder = join(root, 'tests/dist/programs')
/** Everything that the programs are built from. */
const sources = [
  'packages',
  'tools',
  'services',
  'bun.lock',
  'Dockerfile',
  'docker-compose.yml',
  'compose.override.yml',
]
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The command of the images, without its folder and its sources. */
function buildFlags(): string[] {
  const [, flags] = /^RUN bun build (.+) --outdir=\/out \$START$/m.exec(read('Dockerfile')) ?? []
  if (!flags) throw new Error('The Dockerfile has no line that builds a program.')
  return flags.split(' ')
}

/** The sources of each image. */
const images = () =>
  ['docker-compose.yml', 'compose.override.yml'].flatMap((file) =>
    Array.from(read(file).matchAll(/ START: ([^,}]+)/g), ([, files = '']) => files.trim().split(' ')),
  )

/** Keeps the newest two, as another run of tests may start its programs still. */
function removeOld(): void {
  const all = readdirSync(folder).map((name) => join(folder, name))
  const newestFirst = all.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of newestFirst.slice(2)) rmSync(old, { recursive: true, force: true })
}

/**
 * The folder of the product's programs as its images have them, which start in half of the processor time that their sources take; each is
 * where its source is in the checkout. Builds them unless nothing they are built from has changed.
 */
export async function builtPrograms(): Promise<string> {
  // A run of tests asks once for all its workers.
  process.env.BUILT_PROGRAMS ??= await withLock(join(root, 'node_modules/.cache/programs.lock'), async () => {
    const built = join(folder, contentStamp(root, sources).slice(0, 16))
    if (existsSync(built)) return built
    const unfinished = `${built}.new`
    mkdirSync(unfinished, { recursive: true })
    removeOld()
    const flags = buildFlags()
    for (const files of images()) {
      const args = ['build', ...flags, `--outdir=${join(unfinished, dirname(files[0]!))}`, ...files]
      execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    renameSync(unfinished, built)
    return built
  })
  return process.env.BUILT_PROGRAMS
}

/** Vitest's global setup. */
export async function setup(): Promise<void> {
  await builtPrograms()
}
