import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Debian packages with the checkers; the services in them are not started, since the packages are only unpacked. */
const packages = ['prometheus', 'prometheus-alertmanager', 'prometheus-blackbox-exporter']

const toolsDir = process.env.TOOLS_DIR || resolve(import.meta.dirname, '../../.data/tools')

const isOnPath = (program: string) => spawnSync(program, ['--version']).error === undefined

function unpacked(folder: string): string {
  const programs = join(folder, 'usr/bin')
  if (existsSync(join(programs, 'promtool'))) return programs
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('apt-get', ['download', ...packages], { cwd: folder, stdio: 'pipe' })
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
      execFileSync('dpkg', ['-x', file, '.'], { cwd: folder })
  } catch (cause) {
    throw new Error('promtool, amtool and prometheus-blackbox-exporter are missing: install Prometheus', { cause })
  }
  return programs
}

/** The checkers of Prometheus: those on the PATH, else Debian's, unpacked into the folder of tools. */
export function monitoringPrograms() {
  const names = { promtool: 'promtool', amtool: 'amtool', blackbox: 'prometheus-blackbox-exporter' }
  if (Object.values(names).every(isOnPath)) return names
  const folder = unpacked(join(toolsDir, 'prometheus'))
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(folder, name)])) as typeof names
}
