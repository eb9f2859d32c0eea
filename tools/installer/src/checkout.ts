import { join, resolve } from 'node:path'

/** In the image of the tools (deploy/tools.sh) programs are bundled elsewhere, and start in the checkout they act on. */
const isBundled = !import.meta.dirname.endsWith(join('installer', 'src'))

/** The checkout this file belongs to. */
export const root = isBundled ? process.cwd() : resolve(import.meta.dirname, '../../..')

/** The program of a folder of tools. */
export const toolProgram = (name: string) =>
  isBundled ? `/app/${name}/src/cli.js` : join(root, 'tools', name, 'src', 'cli.ts')
