import { randomUUID } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { connectRedis } from './connect'

/** What was stored, for those who wait for it. */
export type Signal = 'events' | 'webhooks' | 'bookings' | 'jobs' | 'erasures'

/** Signals of one name leave a process once within this time: what is stored meanwhile is read together. */
const gatherMs = 100
/** Bounds how late something is found whose signal was lost. */
export const sweepMs = seconds(30)

/** Signals within one process. */
export function localSignals() {
  const listeners = new Map<Signal, (() => void)[]>()
  const wake = (signal: Signal) => {
    for (const listener of listeners.get(signal) ?? []) listener()
  }
  return {
    /** Wakes whoever listens, here at once. It may get lost on its way to other processes, so they look by themselves now and then. */
    send: wake,
    on: (signal: Signal, listener: () => void): void =>
      void listeners.set(signal, [...(listeners.get(signal) ?? []), listener]),
    /** Milliseconds until a look without a signal: as given while those of other processes are not received. */
    restMs: (alone: number): number => alone,
    wakeAll: () => [...listeners.keys()].forEach(wake),
    close: (): void => {},
  }
}

export type Signals = Omit<ReturnType<typeof localSignals>, 'wakeAll'>

type Options = { redisUrl: string; prefix: string; onError: (error: Error) => void }

/**
 * Signals between the processes of an installation. They hold nothing: what was stored is in the database. It connects to receive once
 * something listens.
 */
export function sharedSignals({ redisUrl, prefix, onError }: Options): Signals {
  const { wakeAll, ...local } = localSignals()
  const [sender, channel] = [randomUUID(), `${prefix}:signals`]
  const publisher = connectRedis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  publisher.on('error', onError)
  const leaving = new Set<Signal>()
  const publish = (signal: Signal) => {
    leaving.delete(signal)
    publisher.publish(channel, `${sender} ${signal}`).catch(() => {})
  }
  let receiver: ReturnType<typeof connectRedis> | undefined
  let isReceiving = false

  function receive(): ReturnType<typeof connectRedis> {
    const redis = connectRedis(redisUrl, { autoResubscribe: false, maxRetriesPerRequest: 0 })
    const changed = (now: boolean) => {
      isReceiving = now
      // Some may have been lost meanwhile, and whoever rests looks more often without them.
      wakeAll()
    }
    redis.on('error', onError)
    redis.on('ready', () => redis.subscribe(channel).then(() => changed(true), onError))
    redis.on('close', () => isReceiving && changed(false))
    redis.on('message', (_, text: string) => {
      const [from, signal] = text.split(' ')
      if (from !== sender) local.send(signal as Signal)
    })
    return redis
  }

  return {
    on(signal, listener) {
      local.on(signal, listener)
      receiver ??= receive()
    },
    send(signal) {
      local.send(signal)
      if (leaving.has(signal)) return
      leaving.add(signal)
      setTimeout(publish, gatherMs, signal).unref()
    },
    restMs: (alone) => (isReceiving ? sweepMs : alone),
    close() {
      // What a process gives back while it ends, another one begins at once.
      for (const signal of leaving) publish(signal)
      publisher.disconnect()
      receiver?.disconnect()
    },
  }
}
