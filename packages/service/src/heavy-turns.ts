import { type Gate, gate } from '@app/concurrency/gate'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'

/** Before the edge's limit for a request. */
const maxWaitMs = seconds(4)
const retryAfter = 5
/** The time that a person may use without a pause, and the share of the time from then on. */
const freeMs = seconds(10)
const share = 1 / 3

const refusal = () =>
  new AppError(
    'too_many_requests',
    'Your previous requests of this kind are still in progress. Please try again shortly.',
    undefined,
    { retryAfter },
  )

type Person = { turns: Gate; calls: number; usedMs: number; at: number }

/**
 * Lets each person make one heavy call at a time, and after ten seconds of them use a third of the time, so that others are served between
 * them. Further calls wait in order, not for long.
 */
export function heavyTurns({ waitMs = maxWaitMs, now = () => performance.now() } = {}) {
  const people = new Map<string, Person>()

  /** The used time of a person that has not been given back since. */
  function used(person: Person): number {
    const at = now()
    person.usedMs = Math.max(0, person.usedMs - (at - person.at) * share)
    person.at = at
    return person.usedMs
  }

  return {
    /** Resolves with what ends the turn. @throws AppError `too_many_requests` when it would take too long to begin */
    async take(id: string): Promise<() => void> {
      for (const [id, person] of people) if (person.calls === 0 && used(person) === 0) people.delete(id)
      const person = people.get(id) ?? { turns: gate(1), calls: 0, usedMs: 0, at: now() }
      people.set(id, person)
      person.calls += 1
      const cameAt = performance.now()
      const leave = await person.turns.enter(waitMs)
      const end = () => {
        person.calls -= 1
        leave?.()
      }
      const pauseMs = (used(person) - freeMs) / share
      const leftMs = waitMs - (performance.now() - cameAt)
      if (leave && pauseMs > 0) await Bun.sleep(Math.min(pauseMs, leftMs))
      if (!leave || pauseMs > leftMs) {
        end()
        throw refusal()
      }
      const begunAt = now()
      return () => {
        used(person)
        person.usedMs += now() - begunAt
        end()
      }
    },
  }
}
