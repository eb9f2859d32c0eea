import { seconds } from '@app/contracts/durations'
import { type Document, MongoClient } from 'mongodb'
import { until } from '../support/until'
import { type Container, startContainer } from './containers'

/** An election takes ten seconds by default. */
const maxElectionMs = seconds(90)

async function command(address: string, command: Document): Promise<Document> {
  const options = { directConnection: true, serverSelectionTimeoutMS: seconds(2) }
  const client = new MongoClient(`mongodb://${address}`, options)
  try {
    return await client.db('admin').command(command)
  } finally {
    await client.close()
  }
}

const alreadyInitialized = 23

/** A MongoDB replica set of `size` members in containers. */
export async function startReplicaSet(size: number) {
  const members: Container[] = []
  const remove = async () => void (await Promise.all(members.map((member) => member.remove())))

  const isPrimary = async ({ address }: Container) => (await command(address, { hello: 1 })).isWritablePrimary === true
  async function primary(): Promise<Container> {
    return until(
      'a primary',
      async () => {
        const answers = await Promise.all(members.map((member) => isPrimary(member).catch(() => false)))
        return members.find((_, at) => answers[at])
      },
      maxElectionMs,
    )
  }

  try {
    for (let member = 0; member < size; member++)
      members.push(
        await startContainer('mongo', (port) => {
          const address = ['--bind_ip', '127.0.0.1', '--port', String(port)]
          return ['mongod', '--replSet', 'school', '--wiredTigerCacheSizeGB', '0.25', ...address]
        }),
      )
    for (const { address } of members)
      await until(`${address} to answer`, async () => (await command(address, { ping: 1 })).ok === 1)
    const config = { _id: 'school', members: members.map(({ address: host }, _id) => ({ _id, host })) }
    await command(members[0]!.address, { replSetInitiate: config }).catch((error) => {
      // A compatible server that stands in for a set of one.
      if (error.code !== alreadyInitialized) throw error
    })
    const { setName } = await command((await primary()).address, { hello: 1 })
    return {
      uri: `mongodb://${members.map(({ address }) => address).join(',')}/archery?replicaSet=${setName}`,
      primary,
      secondaries: async () => {
        const first = await primary()
        return members.filter((member) => member !== first)
      },
      /** The primary hands over to another member. */
      async stepDown(): Promise<void> {
        const { address } = await primary()
        // A set of one has no member to hand over to.
        await command(address, { replSetStepDown: 30, secondaryCatchUpPeriodSecs: 10, force: size === 1 })
      },
      /** A document on one member, stored without the consent of others. */
      async insertAlone({ address }: Container, document: Document): Promise<void> {
        const client = new MongoClient(`mongodb://${address}`, { directConnection: true })
        try {
          await client
            .db('archery')
            .collection('alone')
            .insertOne(document, { writeConcern: { w: 1, journal: true } })
        } finally {
          await client.close()
        }
      },
      /** Whether a member that has caught up has this document. */
      async hasAlone({ address }: Container, document: Document): Promise<boolean> {
        await until(`${address} to catch up`, async () => {
          const { isWritablePrimary, secondary } = await command(address, { hello: 1 })
          return isWritablePrimary || secondary
        })
        const options = { directConnection: true, readPreference: 'secondaryPreferred' as const }
        const client = new MongoClient(`mongodb://${address}`, options)
        try {
          return (await client.db('archery').collection('alone').countDocuments(document)) > 0
        } finally {
          await client.close()
        }
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

export type ReplicaSet = Awaited<ReturnType<typeof startReplicaSet>>
