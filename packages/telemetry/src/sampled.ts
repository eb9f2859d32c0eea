import { seconds } from '@app/contracts/durations'

/** Longer than anything that is still going to answer: whoever waits past it starts afresh. */
const forgottenAfter = seconds(60)

/**
 * Reads a value at most once in `every` ms, however often it is asked for, and lets nobody wait for it longer than
 * `patience`. One reading at a time: what answers late is there for whoever asks next.
 *
 * @returns undefined while the value cannot be had
 */
export function sampled<Value>(
  read: () => Promise<Value>,
  { every, patience = seconds(1), now = Date.now }: { every: number; patience?: number; now?: () => number },
): () => Promise<Value | undefined> {
  type Reading = { at: number; settled: boolean; value: Promise<Value | undefined> }
  let latest: Reading | undefined

  function begin(): Reading {
    const answer = read()
    const reading = { at: now(), settled: false, value: answer.catch(() => undefined) }
    const ended = () => {
      reading.settled = true
    }
    answer.then(ended, ended)
    return reading
  }

  return () => {
    const age = latest ? now() - latest.at : Number.POSITIVE_INFINITY
    if (!latest || (age >= every && (latest.settled || age >= forgottenAfter))) latest = begin()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patience)
    })
    return Promise.race([latest.value, late]).finally(() => clearTimeout(timer))
  }
}
