import type { Command } from './launch'

/** One process of the product, as data. */
export type ManagedProcess = {
  name: string
  /** Processes that must be ready before this one starts, and that stop after it. */
  after: readonly string[]
  /** Prepares programs, folders and configuration, and returns the command. Called once. */
  command(): Promise<Command>
  /** `pid` is the started process, for checks that can tell which process answers. */
  ready(pid: number): Promise<boolean>
  logFile: string
  /** Time to stop before SIGKILL. */
  graceMs?: number
}

export type ProcessStatus = 'waiting' | 'starting' | 'ready' | 'restarting' | 'stopped'

/** The product did not start because of this process. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure'
  readonly process: string
  constructor(process: string, reason: string) {
    super(`${process} ${reason}`)
    this.process = process
  }
}
