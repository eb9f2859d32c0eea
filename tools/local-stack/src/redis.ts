import type { Layout } from './layout'

export const redisProgram = { program: 'redis-server', apt: 'redis-server', service: 'redis-server', brew: 'redis' }

/**
 * Persists every write within a second and never evicts a job. It wakes twice a second instead of ten times: blocking commands end up to half
 * a second late, and the worker gives up on them after a second.
 */
export function redisArguments(layout: Layout, port: number): string[] {
  const options = {
    bind: '127.0.0.1',
    port: String(port),
    dir: layout.folder('redis'),
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'maxmemory-policy': 'noeviction',
    hz: '2',
  }
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}
