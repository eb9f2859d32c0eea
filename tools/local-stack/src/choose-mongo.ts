import { messageOf } from '@app/installer/message-of'
import type { Command } from './launch'

/** A source of a MongoDB server. */
export type MongoProvider = {
  /** Names the data folder: different servers cannot read each other's files. */
  id: string
  title: string
  /** Explicitly requested: when it fails, no other provider is tried. */
  binding?: boolean
  /** A server, or why there is none, or undefined where that needs no explanation. */
  find(): Promise<MongoServer | string | undefined>
}

export type MongoServer = {
  /** The address of a server that is already running. */
  uri?: string
  start?(port: number, folder: string): Omit<Command, 'env'>
}

export type MongoChoice = { provider: MongoProvider; server: MongoServer; why: string }

const firstLine = (error: unknown) => messageOf(error).split('\n')[0] ?? ''

/**
 * Takes the first provider that has a server. One whose data folder exists goes first, so that a later start finds the
 * data of earlier ones even when a better server has become available.
 */
export async function chooseMongo(
  providers: readonly MongoProvider[],
  holdsData: (id: string) => boolean,
): Promise<MongoChoice> {
  const rank = (provider: MongoProvider) => (provider.binding ? 0 : holdsData(provider.id) ? 1 : 2)
  const declined: string[] = []
  for (const provider of providers.toSorted((a, b) => rank(a) - rank(b))) {
    const found = await provider.find().catch((error) => {
      if (provider.binding) throw error
      return firstLine(error)
    })
    if (typeof found === 'object') {
      return {
        provider,
        server: found,
        why: rank(provider) === 1 ? 'it has the data of earlier starts' : declined.join('; '),
      }
    }
    if (found) declined.push(`${provider.title}: ${found}`)
  }
  throw new Error(`no MongoDB is available.\n${declined.map((reason) => `  - ${reason}`).join('\n')}`)
}
