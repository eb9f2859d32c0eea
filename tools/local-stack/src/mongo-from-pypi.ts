import { dirname, join } from 'node:path'
import { installedFromPypi, installFromPypi, type PypiNeeds } from './pypi'

const version = '0.7.0b3'

export const secantus = {
  title: `SecantusDB ${version}`,
  /** Beside the interpreter; started through it, so that the folder may be moved. */
  server: (python: string) => join(dirname(python), 'secantusd-py'),
}

const requirement = { name: 'SecantusDB', version }

export const installedSecantus = (toolsDir: string) => installedFromPypi(toolsDir, requirement)

/** Installs the server into an environment of its own and returns that environment's interpreter. */
export const installSecantus = (needs: PypiNeeds) => installFromPypi(requirement, needs)
