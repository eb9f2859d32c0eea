import { existsSync, readFileSync } from 'node:fs'

/** States in /proc/net/tcp. */
const established = '01'
const synReceived = '03'
/** Of a connection that was not accepted yet. */
const noInode = '0'

/**
 * The number of connections to a port that were made and not accepted yet. Bun accepts a connection when its first data arrives; until
 * then the kernel holds it, and resets it when the port closes. 0 where the system does not say it.
 */
export function waitingConnections(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
    .filter(existsSync)
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(suffix))
  return rows.filter(({ 3: state, 9: inode }) => state === synReceived || (state === established && inode === noInode))
    .length
}
