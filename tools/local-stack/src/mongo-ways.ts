import type { Variables } from './env-file'
import type { Layout } from './layout'
import type { Machine } from './machine'
import type { MongoServer, MongoWay } from './mongo-chain'
import { downloadedMongod, downloadMongod } from './mongo-download'
import { installedSecantus, installSecantus, secantus } from './mongo-from-pypi'
import { mongoAnswers } from './probes'
import { run } from './run'

type Needs = { given: Variables; layout: Layout; machine: Machine; log: (line: string) => void; signal: AbortSignal }

/** A quarter of a gigabyte is plenty here; left alone it would take half of the machine's memory. */
const cache = { mongod: '0.25', secantus: '256M' }

/** A build that this processor or system cannot run shows it when asked for its version. */
async function mongod(program: string, { machine }: Needs): Promise<MongoServer> {
  await run(program, ['--version'], { env: machine.bareEnv })
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
        cache.mongod,
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
      // Without it an acknowledged, journaled write could be lost when the machine dies.
      ...['--sync-on-commit', '--standalone', '--cache-size', cache.secantus],
    ],
    cwd: folder,
  }),
})

/**
 * From the best to the last resort; what is here already goes before what would have to be fetched.
 */
export function mongoWays(needs: Needs): MongoWay[] {
  const { given, layout, machine } = needs
  const uri = given['MONGODB_URI']
  const download = { id: 'mongod-download', title: 'a downloaded mongod' }
  const pypi = { id: 'secantusdb', title: secantus.title }
  return [
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
        return program ? mongod(program, needs) : 'none'
      },
    },
    {
      ...download,
      async find() {
        const program = await downloadedMongod(layout.toolsDir)
        return program ? mongod(program, needs) : undefined
      },
    },
    {
      ...pypi,
      async find() {
        const python = installedSecantus(layout.toolsDir)
        return python ? secantusServer(python) : undefined
      },
    },
    { ...download, title: 'downloading mongod', find: async () => mongod(await downloadMongod(needs), needs) },
    { ...pypi, title: `installing ${secantus.title}`, find: async () => secantusServer(await installSecantus(needs)) },
  ]
}
