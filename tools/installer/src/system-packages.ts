import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Machine } from './machine'
import { runProgram } from './run-program'

/** A program and its packages. `extras` are installed where the system has them. */
export type SystemProgram = { program: string; apt: string; extras?: string[]; service?: string; brew: string }

const guard = '/usr/sbin/policy-rc.d'
const guardText =
  '#!/bin/sh\n# Put here by `make up` while it installs packages: their services must not start.\nexit 101\n'

/** Installing a server must not start it: it would take a port. */
async function withoutStartingServices(install: () => Promise<void>) {
  // Remove a guard that an interrupted run left; any other policy-rc.d stays in force.
  const ours = !existsSync(guard) || readFileSync(guard, 'utf8') === guardText
  if (ours) writeFileSync(guard, guardText, { mode: 0o755 })
  try {
    await install()
  } finally {
    if (ours) rmSync(guard, { force: true })
  }
}

const lockTimeoutMs = 120_000
const lockPollMs = 1_000

/**
 * Runs apt-get after any other, as a new machine runs one by itself. Its own option waits for the lock of installing alone, not for those
 * of the package lists and of downloads.
 */
async function apt(args: readonly string[], env: Record<string, string>, log: (line: string) => void): Promise<void> {
  const endsAt = Date.now() + lockTimeoutMs
  const options = ['-y', '-q', '-o', `DPkg::Lock::Timeout=${lockTimeoutMs / 1_000}`]
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      await runProgram('apt-get', [...options, ...args], { env })
      return
    } catch (error) {
      if (!/Could not get lock/.test(String(error)) || Date.now() > endsAt) throw error
      if (!isWaiting) log('Waiting for another apt-get, up to two minutes')
      await setTimeout(lockPollMs)
    }
  }
}

async function aptInstall(missing: readonly SystemProgram[], machine: Machine, log: (line: string) => void) {
  // Its messages are read.
  const env = { ...machine.fetchEnv, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  await apt(['update'], env, log)
  const known = async (name: string) =>
    (await runProgram('apt-cache', ['policy', name], { env })).includes('Candidate: ')
  const extras: string[] = []
  for (const name of missing.flatMap((program) => program.extras ?? [])) if (await known(name)) extras.push(name)
  await withoutStartingServices(async () => {
    await apt(['install', '--no-install-recommends', ...missing.map((each) => each.apt), ...extras], env, log)
  })
  // With systemd, a package also enables its service at boot.
  const services = missing.flatMap(({ service }) => service ?? [])
  if (services.length && existsSync('/run/systemd/system')) {
    await runProgram('systemctl', ['disable', '--quiet', ...services], { env })
  }
}

function command(missing: readonly SystemProgram[], machine: Machine): string {
  if (machine.find('apt-get')) return `sudo apt-get install -y ${missing.map(({ apt }) => apt).join(' ')}`
  if (machine.find('brew')) return `brew install ${missing.map(({ brew }) => brew).join(' ')}`
  return `install ${missing.map(({ program }) => program).join(' and ')} with your system's package manager`
}

const installsItself = ({ mayInstall, isRoot, find }: Machine) => mayInstall && isRoot && find('apt-get') !== undefined

/** Package managers run one at a time. */
let queue: Promise<unknown> = Promise.resolve()

/** Installs packages when running as root on Debian or Ubuntu. @throws naming the command otherwise */
export function installPackages(
  missing: readonly SystemProgram[],
  machine: Machine,
  log: (line: string) => void,
): Promise<void> {
  const names = missing.map(({ program }) => program).join(' and ')
  const turn = queue.then(async () => {
    if (!installsItself(machine)) {
      throw new Error(`${names} not found on this machine. Please run:\n  ${command(missing, machine)}`)
    }
    log(`Installing ${names} with apt-get (INSTALL=no names the command instead)`)
    await aptInstall(missing, machine, log)
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

/** Installs programs that are useful but not necessary, where that is possible. */
export async function addPrograms(
  wanted: readonly SystemProgram[],
  machine: Machine,
  log: (line: string) => void,
): Promise<void> {
  const missing = wanted.filter(({ program }) => !machine.find(program))
  if (missing.length === 0 || !installsItself(machine)) return
  const names = missing.map(({ program }) => program).join(' and ')
  await installPackages(missing, machine, log).catch(() => log(`Continuing without ${names}`))
}
