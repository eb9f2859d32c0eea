import type { Layout } from '@app/local-stack/layout'
import type { Stack } from '@app/local-stack/stack'
import { readLiveState } from '@app/local-stack/state'
import { stopOrder, writers } from '../archive-tool'

/** Requests of another command to the supervisor. */
const requests = { stopped: 'SIGUSR1', ready: 'SIGUSR2' } as const
type Wanted = keyof typeof requests

/** More than the slowest delivery of a mail, and than a start may take. */
const timeoutMs = 70_000

/** Lets other commands stop and start the services of a running stack. */
export function takeRequests(stack: Stack, log: (line: string) => void): void {
  let done: Promise<unknown> = Promise.resolve()
  const inOrder = (groups: readonly (readonly string[])[], change: (name: string) => Promise<void>) => async () => {
    // With the name alone: the second argument of `map` would be taken for the signal.
    for (const group of groups) await Promise.all(group.map((name) => change(name)))
  }
  const after = (work: () => Promise<void>) => () => {
    done = done.then(work).catch((error) => log(String(error)))
  }
  process.on(requests.stopped, after(inOrder(stopOrder, stack.stopProcess)))
  process.on(requests.ready, after(inOrder([writers], stack.startProcess)))
}

async function request(layout: Layout, wanted: Wanted): Promise<void> {
  const state = readLiveState(layout)
  if (!state) throw new Error('The product has stopped.')
  process.kill(state.supervisor.pid, requests[wanted])
  const end = performance.now() + timeoutMs
  const isDone = () => writers.every((name) => readLiveState(layout)?.processes[name]?.status === wanted)
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`The services are not ${wanted}; \`make logs\` may say why.`)
    await Bun.sleep(20)
  }
}

/** Stops the services that write. Nginx, the databases and the mail box stay. */
export const stopServices = (layout: Layout) => request(layout, 'stopped')
export const startServices = (layout: Layout) => request(layout, 'ready')
