import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import type { Context } from './context'
import { chooseMode } from './mode'

/** A machine whose engine answers after `seconds`. */
function contextWith(seconds: number, envFileText: string): Context {
  const folder = mkdtempSync(join(tmpdir(), 'mode-'))
  const program = `#!/bin/sh\ncase "$*" in version*) sleep ${seconds}; echo 28.0;; *) echo 2.40.3;; esac\n`
  writeFileSync(join(folder, 'docker'), program)
  chmodSync(join(folder, 'docker'), 0o755)
  const envFile = join(folder, '.env')
  writeFileSync(envFile, envFileText)
  return {
    layout: createLayout(folder),
    machine: createMachine({}),
    envFile,
    given: {},
    port: 8080,
    run: undefined,
    environment: { PATH: `${folder}:/usr/bin:/bin` },
    write: () => {},
  }
}

test('containers are used where an engine answers, and waited for where this checkout has used them', async () => {
  const own = 'COMPOSE_PROJECT_NAME=archery-school-1\n'
  const modes = await Promise.all([
    chooseMode(contextWith(0, '')),
    chooseMode(contextWith(9, '')),
    chooseMode(contextWith(9, own)),
    chooseMode({ ...contextWith(0, own), run: 'local' }),
  ])
  expect(modes).toEqual(['docker', 'local', 'docker', 'local'])
})
