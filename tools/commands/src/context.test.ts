import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { writeProgram } from '@app/installer/write-program.fixture'
import { createLayout } from '@app/local-stack/layout'
import { choosePorts } from '@app/local-stack/ports'
import { expect, test } from 'vitest'
import type { Context } from './context'
import { chooseMode } from './context'

/** One for each context, as they are tried at the same time. */
const free = Object.values(await choosePorts(['a', 'b', 'c', 'd', 'e'], {}))

/** A machine whose engine answers after `seconds`. */
function contextWith(seconds: number, envFileText: string): Context {
  const folder = mkdtempSync(join(tmpdir(), 'mode-'))
  const program = `#!/bin/sh\ncase "$*" in version*) sleep ${seconds}; echo 28.0;; *) echo 2.40.3;; esac\n`
  writeProgram(join(folder, 'docker'), program)
  const envFile = join(folder, '.env')
  writeFileSync(envFile, envFileText)
  return {
    layout: createLayout(folder),
    machine: createMachine({}),
    envFile,
    given: {},
    port: free.pop()!,
    run: undefined,
    environment: { PATH: `${folder}:/usr/bin:/bin` },
    write: () => {},
  }
}

const own = 'COMPOSE_PROJECT_NAME=archery-school-1\n'

test('containers are used where an engine answers, and waited for where they may run already', async () => {
  const containers = createServer()
  const taken = await new Promise<number>((resolve) =>
    containers.listen(0, '127.0.0.1', () => resolve((containers.address() as { port: number }).port)),
  )
  const modes = await Promise.all([
    chooseMode(contextWith(0, '')),
    chooseMode(contextWith(9, '')),
    chooseMode(contextWith(9, own)),
    chooseMode({ ...contextWith(9, ''), port: taken }),
    chooseMode({ ...contextWith(0, own), run: 'local' }),
  ])
  containers.close()
  expect(modes).toEqual(['docker', 'local', 'docker', 'docker', 'local'])
})
