import type { SystemProgram } from '@app/installer/system-packages'
import type { Count } from './count'

export type SuiteContext = {
  /** Variables of its processes. */
  env?: Record<string, string>
  suite: string
  /** For its logs and reports. */
  folder: string
  /** How much less of a busy processor it gets. */
  niceness: number
  /** Whether what failed runs once more, to be named flaky. */
  repeatsFailed: boolean
}

/** `needs` are programs of the system. A suite uses those of `prefers` where they can be installed. */
export type Suite = {
  needs: readonly SystemProgram[]
  prefers?: readonly SystemProgram[]
  run: (context: SuiteContext) => Promise<Count>
}
