import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Machine } from './machine'
import { run } from './run'

/** A program of the system and the packages it comes from. `extras` are taken along where the system knows them. */
export type SystemProgram = { program: string; apt: string; extras?: string[]; service?: string; brew: string }

const guard = '/usr/sbin/policy-rc.d'
const guardText =
  '#!/bin/sh\n# Put here by `make up` while it installs packages: their services are not to be started.\nexit 101\n'

/** Installing a server must not start it: it would sit on the port that a website or another Redis expects. */
async function withoutStartingServices(install: () => Promise<void>) {
  // A guard left by a run that was killed is ours to remove; anybody else's stays and is obeyed.
  const ours = !existsSync(guard) || readFileSync(guard, 'utf8') === guardText
  if (ours) writeFileSync(guard, guardText, { mode: 0o755 })
  try {
    await install()
  } finally {
    if (ours) rmSync(guard, { force: true })
  }
}

async function aptInstall(missing: readonly SystemProgram[], machine: Machine) {
  const env = { ...machine.fetchEnv, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args], { env })
  await apt('update')
  const known = async (name: string) => (await run('apt-cache', ['policy', name], { env })).includes('Candidate: ')
  const extras: string[] = []
  for (const name of missing.flatMap((program) => program.extras ?? [])) if (await known(name)) extras.push(name)
  await withoutStartingServices(async () => {
    await apt('install', '--no-install-recommends', ...missing.map(({ apt: name }) => name), ...extras)
  })
  // Where systemd rules, a package also asks for its service to be started with the machine.
  const services = missing.flatMap(({ service }) => service ?? [])
  if (services.length && existsSync('/run/systemd/system')) {
    await run('systemctl', ['disable', '--quiet', ...services], { env })
  }
}

function command(missing: readonly SystemProgram[], machine: Machine): string {
  if (machine.find('apt-get')) return `sudo apt-get install -y ${missing.map(({ apt }) => apt).join(' ')}`
  if (machine.find('brew')) return `brew install ${missing.map(({ brew }) => brew).join(' ')}`
  return `install ${missing.map(({ program }) => program).join(' and ')} with your system's package manager`
}

/** Package managers take one order at a time. */
let queue: Promise<unknown> = Promise.resolve()

/** Root on a Debian-like system gets the packages installed; anybody else is told the command. */
export function installPackages(
  missing: readonly SystemProgram[],
  machine: Machine,
  log: (line: string) => void,
): Promise<void> {
  const names = missing.map(({ program }) => program).join(' and ')
  const turn = queue.then(async () => {
    if (!machine.isRoot || !machine.find('apt-get')) {
      throw new Error(`${names} not found on this machine. Please run:\n  ${command(missing, machine)}`)
    }
    log(`Installing ${names} from the system's packages`)
    await aptInstall(missing, machine)
  })
  queue = turn.catch(() => {})
  return turn
}

/** Makes sure the programs are there. */
export async function ensurePrograms(
  wanted: readonly SystemProgram[],
  machine: Machine,
  log: (line: string) => void,
): Promise<void> {
  const absent = () => wanted.filter(({ program }) => !machine.find(program))
  const missing = absent()
  if (missing.length === 0) return
  await installPackages(missing, machine, log)
  const still = absent().map(({ program }) => program)
  if (still.length) throw new Error(`${still.join(' and ')} was installed but cannot be found`)
}
