import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { createMachine } from './machine'
import { installFromPypi } from './pypi'
import { writeProgram } from './write-program.fixture'

/** A Python that creates environments of itself and records its arguments. */
function standInPython() {
  const folder = mkdtempSync(join(tmpdir(), 'pypi-'))
  const told = join(folder, 'told')
  const python = join(folder, 'python3')
  const script = `#!/bin/sh
echo "$@" >> ${told}
if [ "$2" = venv ]; then mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; fi
`
  writeProgram(python, script)
  const machine = createMachine({ ...process.env, PATH: [folder, process.env.PATH].join(delimiter) })
  return { toolsDir: join(folder, 'tools'), machine, told: () => readFileSync(told, 'utf8') }
}

test('pip installs listed files only, by their hashes, and builds nothing', async () => {
  const { toolsDir, machine, told } = standInPython()
  await installFromPypi({ name: 'SecantusDB', version: '0.7.0b3' }, { toolsDir, machine, log: () => {} })
  expect(told()).toMatch(
    /pip install .*--require-hashes --no-deps --only-binary :all: -r \S+\/secantusdb-0\.7\.0b3\.txt$/m,
  )
})

test('every listed package is pinned and has hashes', () => {
  const folder = join(import.meta.dirname, '../requirements')
  for (const file of readdirSync(folder)) {
    const lines = readFileSync(join(folder, file), 'utf8').split(/(?<!\\)\n/)
    const packages = lines.filter((line) => line && !line.startsWith('#'))
    expect(packages.length).toBeGreaterThan(0)
    expect(packages.filter((line) => !/^[\w.-]+==[\w.]+ .*--hash=sha256:[0-9a-f]{64}/s.test(line))).toEqual([])
  }
})
