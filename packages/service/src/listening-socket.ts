import { dlopen, FFIType } from 'bun:ffi'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** States in /proc/net/tcp. */
const established = '01'
const synReceived = '03'
const listening = '0A'

/** The inodes of the sockets on the port that are in the state. */
function socketsOn(port: number, state: string): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
  return rows.flatMap((row) => (row[1]?.endsWith(suffix) && row[3] === state ? [row[9]!] : []))
}

/** This process's schemas of the sockets on the port that are in the state. */
function schemasOf(port: number, state: string): number[] {
  const sockets = new Set(socketsOn(port, state).map((inode) => `socket:[${inode}]`))
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return sockets.has(readlinkSync(`/proc/self/fd/${name}`)) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

const IPPROTO_IP = 0
const IP_MINTTL = 21

const openLibrary = () =>
  dlopen('libc.so.6', {
    setsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  }).symbols
let library: ReturnType<typeof openLibrary> | undefined

/** Drops packets whose TTL is below `ttl`. @returns whether it took effect on all of them */
function setMinTtl(schemas: readonly number[], ttl: number): boolean {
  library ??= openLibrary()
  const { setsockopt } = library
  const value = new Int32Array([ttl])
  return schemas.every((one) => setsockopt(one, IPPROTO_IP, IP_MINTTL, value, 4) === 0)
}

/**
 * Makes the kernel drop new connection attempts on the port, while connections in progress complete. Closing a port resets
 * connections that were not accepted yet, and their clients cannot know whether a request ran; after this call there are no
 * further ones. A client whose attempt is dropped tries again and then finds the port closed.
 *
 * The socket demands a TTL that packets do not have, which unlike a packet filter needs no privilege. Linux only.
 *
 * @returns whether it took effect
 */
export function dropNewConnections(port: number): boolean {
  try {
    const sockets = schemasOf(port, listening)
    return sockets.length > 0 && setMinTtl(sockets, 255)
  } catch {
    return false
  }
}

/** Of a connection that was not accepted yet. */
const noInode = '0'

/**
 * The number of connections that were made and not accepted yet. Bun accepts a connection when its first data arrives; until
 * then the kernel holds it, and would reset it when the port closes. Call it until it returns 0: accepted connections inherit
 * what `dropNewConnections` demanded, and each call takes that back.
 */
export function unacceptedConnections(port: number): number {
  const silent = socketsOn(port, synReceived).length
  const queued = socketsOn(port, established).filter((inode) => inode === noInode).length
  setMinTtl(schemasOf(port, established), 0)
  return silent + queued
}
