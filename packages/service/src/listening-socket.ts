import { dlopen, FFIType, ptr } from 'bun:ffi'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

const listening = '0A'

/** The descriptor of this process's socket that listens on the port. */
function descriptorOf(port: number): number | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
  const sockets = rows.flatMap((row) =>
    row[1]?.endsWith(suffix) && row[3] === listening ? [`socket:[${row[9]}]`] : [],
  )
  const found = readdirSync('/proc/self/fd').find((name) => {
    try {
      return sockets.includes(readlinkSync(`/proc/self/fd/${name}`))
    } catch {
      return false
    }
  })
  return found === undefined ? undefined : Number(found)
}

const SOL_SOCKET = 1
const SO_ATTACH_FILTER = 26
/** BPF instructions (code, jump if true, jump if false, operand): drop segments with the SYN flag, pass all others. */
const dropSyn: readonly [number, number, number, number][] = [
  [0x30, 0, 0, 13],
  [0x45, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffffffff],
]

/**
 * Makes the kernel drop new connection attempts on the port while connections in progress complete. Closing a port resets
 * connections that were not accepted yet, and their clients cannot know whether a request ran; after this call there are no
 * further ones. A client whose attempt is dropped tries again and then finds the port closed. Linux only.
 *
 * @returns whether it took effect
 */
export function dropNewConnections(port: number): boolean {
  try {
    const descriptor = descriptorOf(port)
    if (descriptor === undefined) return false
    const { symbols, close } = dlopen('libc.so.6', {
      setsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    })
    const filter = new DataView(new ArrayBuffer(8 * dropSyn.length))
    dropSyn.forEach(([code, ifTrue, ifFalse, operand], index) => {
      filter.setUint16(8 * index, code, true)
      filter.setUint8(8 * index + 2, ifTrue)
      filter.setUint8(8 * index + 3, ifFalse)
      filter.setUint32(8 * index + 4, operand, true)
    })
    const instructions = new Uint8Array(filter.buffer)
    const program = new DataView(new ArrayBuffer(16))
    program.setUint16(0, dropSyn.length, true)
    program.setBigUint64(8, BigInt(ptr(instructions)), true)
    const result = symbols.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, new Uint8Array(program.buffer), 16)
    close()
    return result === 0
  } catch {
    return false
  }
}
