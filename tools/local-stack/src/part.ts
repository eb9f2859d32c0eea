import type { Command } from './launch'

/** One process of the product, as data. */
export type Part = {
  name: string
  /** Parts that must be ready before this one starts, and that end only after it. */
  after: readonly string[]
  /** Makes ready what the process needs (programs, folders, configuration) and says how to start it. Asked once. */
  command(): Promise<Command>
  /** `pid` is the process that was started, for those who can tell whether it is that one which answers. */
  ready(pid: number): Promise<boolean>
  logFile: string
  /** How long it may take to end what it holds, in milliseconds; left out, a few seconds. */
  grace?: number
}

export type PartStatus = 'waiting' | 'starting' | 'ready' | 'restarting' | 'stopped'

/** Why the product did not start: which part, and what it said last. */
export class PartFailure extends Error {
  override readonly name = 'PartFailure'
  readonly part: string
  constructor(part: string, reason: string) {
    super(`${part} ${reason}`)
    this.part = part
  }
}
