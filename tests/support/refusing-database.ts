import { connect, createServer, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

const messageCode = 2_013
const headerBytes = 16
/** Without a right to anything, a connection can still do this. */
const allowed = new Set([
  'hello',
  'ismaster',
  'isMaster',
  'ping',
  'endSessions',
  'saslStart',
  'saslContinue',
  'buildInfo',
])

const nameOf = (message: Buffer) => Object.keys(BSON.deserialize(message.subarray(headerBytes + 5)) as Document)[0]!

/** The reply of a server on which the user has no right to the command. */
function refusal(message: Buffer, command: string): Buffer {
  const errmsg = `not authorized on archery to execute command { ${command}: ... }`
  const body = BSON.serialize({ ok: 0, errmsg, code: 13, codeName: 'Unauthorized' })
  const reply = Buffer.alloc(headerBytes + 5)
  reply.writeInt32LE(reply.length + body.length, 0)
  reply.writeInt32LE(message.readInt32LE(4), 8)
  reply.writeInt32LE(messageCode, 12)
  return Buffer.concat([reply, body])
}

/** A database that can be told to refuse everything, as after its user has lost all rights. */
export async function startRefusingDatabase(port: number) {
  let isRefusing = false
  const sockets = new Set<Socket>()

  function serve(client: Socket) {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    let held = Buffer.alloc(0)
    client.on('data', (part) => {
      held = Buffer.concat([held, part as Buffer])
      while (held.length >= headerBytes && held.length >= held.readInt32LE(0)) {
        const message = held.subarray(0, held.readInt32LE(0))
        held = held.subarray(message.length)
        const command = isRefusing && message.readInt32LE(12) === messageCode ? nameOf(message) : ''
        if (command && !allowed.has(command)) client.write(refusal(message, command))
        else server.write(message)
      }
    })
    server.pipe(client)
    client.on('close', () => server.destroy())
  }

  const proxy = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((listening) => proxy.once('listening', listening))
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    refuse(all: boolean) {
      isRefusing = all
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}
