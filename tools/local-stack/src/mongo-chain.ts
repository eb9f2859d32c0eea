import type { Command } from './launch'

/** A way to come by a MongoDB. */
export type MongoWay = {
  /** Names the folder that holds the data: two kinds of server cannot read each other's files. */
  id: string
  title: string
  /** Somebody asked for this one: when it fails, no other is taken. */
  binding?: boolean
  /** A server, or in words why this way is not to be had, or nothing where that goes without saying. */
  find(): Promise<MongoServer | string | undefined>
}

export type MongoServer = {
  /** A server that runs already; nothing is started then. */
  uri?: string
  start?(port: number, folder: string): Omit<Command, 'env'>
}

export type MongoChoice = { way: MongoWay; server: MongoServer; why: string }

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/**
 * Takes the first way that answers. `holdsData` moves a way to the front: a later start must find what the earlier
 * ones stored, also when a better server could be had by now.
 */
export async function chooseMongo(ways: readonly MongoWay[], holdsData: (id: string) => boolean): Promise<MongoChoice> {
  const rank = (way: MongoWay) => (way.binding ? 0 : holdsData(way.id) ? 1 : 2)
  const declined: string[] = []
  for (const way of ways.toSorted((a, b) => rank(a) - rank(b))) {
    const found = await way.find().catch((error) => {
      if (way.binding) throw error
      return firstLine(error)
    })
    if (typeof found === 'object') {
      return { way, server: found, why: rank(way) === 1 ? 'it holds the data of this folder' : declined.join('; ') }
    }
    if (found) declined.push(`${way.title}: ${found}`)
  }
  throw new Error(`no MongoDB is to be had.\n${declined.map((reason) => `  - ${reason}`).join('\n')}`)
}
