import { dlopen, ptr } from 'bun:ffi'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The descriptor that listens on a TCP port of this process. */
function listenerOf(port: number): number | undefined {
  const address = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')}$`)
  const listening = ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/self/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      // 0A: it listens.
      .filter(([, local = '', , state]) => address.test(local) && state === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  )
  const isListener = (descriptor: string) => {
    try {
      return listening.includes(readlinkSync(`/proc/self/fd/${descriptor}`))
    } catch {
      return false
    }
  }
  const found = readdirSync('/proc/self/fd').find(isListener)
  return found === undefined ? undefined : Number(found)
}

const [SOL_SOCKET, SO_ATTACH_FILTER] = [1, 26]
/** For the kernel: look at the flags of a segment, drop it if it opens a connection, let every other one pass. */
const dropNewOnes: [code: number, ifTrue: number, ifFalse: number, value: number][] = [
  [0x30, 0, 0, 13],
  [0x45, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffff_ffff],
]

function attachFilter(descriptor: number): boolean {
  const filter = new DataView(new ArrayBuffer(8 * dropNewOnes.length))
  for (const [at, [code, ifTrue, ifFalse, value]] of dropNewOnes.entries()) {
    filter.setUint16(8 * at, code, true)
    filter.setUint8(8 * at + 2, ifTrue)
    filter.setUint8(8 * at + 3, ifFalse)
    filter.setUint32(8 * at + 4, value, true)
  }
  const program = new BigUint64Array([BigInt(dropNewOnes.length), BigInt(ptr(filter))])
  const { symbols, close } = dlopen('libc.so.6', {
    setsockopt: { args: ['int', 'int', 'int', 'ptr', 'u32'], returns: 'int' },
  })
  const attached = symbols.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, ptr(program), program.byteLength) === 0
  close()
  return attached
}

/**
 * Makes a port silent to new connections while those that exist go on. A port that is simply closed cuts off connections
 * whose request is on its way, and whoever sent it cannot know whether it was done.
 *
 * @returns whether the system can do that; Linux can
 */
export function holdBackNewConnections(port: number): boolean {
  try {
    const descriptor = listenerOf(port)
    return descriptor !== undefined && attachFilter(descriptor)
  } catch {
    return false
  }
}
