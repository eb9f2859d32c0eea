import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Machine } from '@app/installer/machine'
import { installFromPypi } from '@app/installer/pypi'
import { runProgram } from '@app/installer/run-program'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/kubernetes')

/** Every file of Kubernetes objects, as it is before kustomize. */
export const manifestFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && basename(name) !== 'kustomization.yaml')
  .map((name) => join(folder, name))
  .sort()

/**
 * Installs the schemas, once, and returns a check that needs no network: what in these files a schema refuses. A kind without
 * one, as the ServiceMonitor of the Prometheus Operator, passes.
 */
export async function schemaChecker(machine: Machine): Promise<(...files: string[]) => Promise<string>> {
  const toolsDir = process.env.TOOLS_DIR || join(root, '.data/tools')
  const options = { toolsDir, machine, log: (line: string) => void process.stdout.write(`${line}\n`) }
  const python = await installFromPypi({ name: 'kubernetes-validate', version: '1.37.0' }, options)
  return (...files) =>
    runProgram(python, ['-m', 'kubernetes_validate', '--strict', '--quiet', ...files], { env: machine.bareEnv }).then(
      () => '',
      (error: Error) => error.message,
    )
}
