import { dirname, join } from 'node:path'
import { installedFromPypi, installFromPypi, type PypiOptions } from './pypi'

const version = '0.7.0b3'

export const secantus = {
  title: `SecantusDB ${version}`,
  /** Next to the interpreter, which runs it, so the folder can be moved. */
  server: (python: string) => join(dirname(python), 'secantusd-py'),
}

const requirement = { name: 'SecantusDB', version }

export const installedSecantus = (toolsDir: string) => installedFromPypi(toolsDir, requirement)

/** Installs the server into its own virtual environment and returns the path of its interpreter. */
export const installSecantus = (options: PypiOptions) => installFromPypi(requirement, options)
