import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Memory = { workingSet: number; limit: number }

/** Where the two versions of control groups keep the same three figures. */
const versions = [
  { folder: '.', used: 'memory.current', limit: 'memory.max', inactive: /^inactive_file (\d+)$/m },
  {
    folder: 'memory',
    used: 'memory.usage_in_bytes',
    limit: 'memory.limit_in_bytes',
    inactive: /^total_inactive_file (\d+)$/m,
  },
]

/** Reported by version 1 where there is no limit: a page short of 2^63. */
const unlimited = 2 ** 62

/**
 * Memory as the container's limit counts it: without file pages that the kernel can drop. Resident memory is twice as much under Bun.
 *
 * @returns undefined where no limit holds, as outside of containers
 */
export function containerMemory(root = '/sys/fs/cgroup'): Memory | undefined {
  for (const version of versions) {
    try {
      const read = (name: string) => readFileSync(join(root, version.folder, name), 'utf8')
      const limit = Number(read(version.limit))
      if (!(limit < unlimited)) return undefined
      const inactive = Number(version.inactive.exec(read('memory.stat'))?.[1] ?? 0)
      return { workingSet: Math.max(0, Number(read(version.used)) - inactive), limit }
    } catch {
      // The other version.
    }
  }
  return undefined
}
