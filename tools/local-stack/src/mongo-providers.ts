import type { Machine } from '@app/installer/machine'
import { downloadedMongod, downloadMongod } from '@app/installer/mongo-download'
import { runProgram } from '@app/installer/run-program'
import { installedSecantus, installSecantus, secantus } from '@app/installer/secantusdb'
import type { Variables } from '@app/secrets/env-file'
import type { MongoProvider, MongoServer } from './choose-mongo'
import type { Layout } from './layout'
import { mongoAnswers } from './probes'

type ProviderOptions = {
  given: Variables
  layout: Layout
  machine: Machine
  log: (line: string) => void
  signal: AbortSignal
}

/** Bounded: by default the cache takes half of the machine's memory. */
const cacheSize = { mongod: '0.25', secantus: '256M' }

/** `--version` fails where this processor or system cannot run the build. */
async function mongod(program: string, { machine }: ProviderOptions): Promise<MongoServer> {
  await runProgram(program, ['--version'], { env: machine.bareEnv })
  return {
    start: (port, folder) => ({
      program,
      args: [
        '--bind_ip',
        '127.0.0.1',
        '--port',
        String(port),
        '--dbpath',
        folder,
        '--wiredTigerCacheSizeGB',
        cacheSize.mongod,
        '--quiet',
        '--nounixsocket',
      ],
      cwd: folder,
    }),
  }
}

const secantusServer = (python: string): MongoServer => ({
  start: (port, folder) => ({
    program: python,
    args: [
      secantus.server(python),
      ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', folder],
      // Without it, an acknowledged journaled write can be lost when the machine crashes.
      ...['--sync-on-commit', '--standalone', '--cache-size', cacheSize.secantus],
    ],
    cwd: folder,
  }),
})

/** The database of tests that an environment names: a server that runs, or the id of a provider. */
export const givenDatabase = ({ MONGODB_URI, MONGODB_PROVIDER }: Record<string, string | undefined>): Variables => ({
  ...(MONGODB_URI && { MONGODB_URI }),
  ...(MONGODB_PROVIDER && { MONGODB_PROVIDER }),
})

/** In order of preference; installed servers come before downloads. */
export function mongoProviders(options: ProviderOptions): MongoProvider[] {
  const { given, layout, machine } = options
  const { toolsDir } = layout
  const uri = given['MONGODB_URI']
  const wanted = given['MONGODB_PROVIDER']
  const download = { id: 'mongod-download', title: 'a downloaded mongod' }
  const pypi = { id: 'secantusdb', title: secantus.title }
  const all: MongoProvider[] = [
    {
      id: 'given',
      title: 'MONGODB_URI',
      binding: true,
      async find() {
        if (!uri) return 'not set'
        if (await mongoAnswers(uri, 5_000)) return { uri }
        throw new Error('the server that MONGODB_URI names does not answer')
      },
    },
    {
      id: 'mongod',
      title: 'mongod on PATH',
      async find() {
        const program = machine.find('mongod')
        return program ? mongod(program, options) : 'none'
      },
    },
    {
      ...download,
      async find() {
        const program = downloadedMongod(toolsDir)
        return program ? mongod(program, options) : undefined
      },
    },
    {
      ...pypi,
      async find() {
        const python = installedSecantus(toolsDir)
        return python ? secantusServer(python) : undefined
      },
    },
    {
      ...download,
      title: 'downloading mongod',
      find: async () => mongod(await downloadMongod({ ...options, toolsDir }), options),
    },
    {
      ...pypi,
      title: `installing ${secantus.title}`,
      find: async () => secantusServer(await installSecantus({ ...options, toolsDir })),
    },
  ]
  return wanted ? all.filter(({ id }) => id === wanted) : all
}
