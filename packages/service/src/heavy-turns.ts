import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'

/** Before the edge's limit for a request. */
const maxWaitMs = seconds(4)
const retryAfter = 5
/** What a person may use without a pause, and the share of the time from then on. */
const freeMs = seconds(10)
const share = 1 / 3

const refusal = () =>
  new AppError(
    'too_many_requests',
    'Your previous requests of this kind are still in progress. Please try again shortly.',
    undefined,
    { retryAfter },
  )

type Person = { isBusy: boolean; waiting: (() => void)[]; usedMs: number; at: number }

/**
 * Lets each person make one heavy call at a time, and after ten seconds of them use a third of the time, so that others are served between
 * them. Further calls wait in order, not for long.
 */
export function heavyTurns({ waitMs = maxWaitMs, now = () => performance.now() } = {}) {
  const people = new Map<string, Person>()

  /** What a person has used that time has not given back. */
  function used(person: Person): number {
    const at = now()
    person.usedMs = Math.max(0, person.usedMs - (at - person.at) * share)
    person.at = at
    return person.usedMs
  }

  /** Begins the next call, once the person may. */
  function next(id: string, person: Person): void {
    const over = used(person) - freeMs
    if (over > 0 && person.waiting.length > 0) setTimeout(() => next(id, person), Math.min(over / share, waitMs))
    else {
      const begin = person.waiting.shift()
      if (begin) begin()
      else person.isBusy = false
      if (!person.isBusy && person.usedMs === 0) people.delete(id)
    }
  }

  function forget(): void {
    for (const [id, person] of people) if (!person.isBusy && used(person) === 0) people.delete(id)
  }

  return {
    /** Resolves with what ends the turn. @throws AppError `too_many_requests` when it would take too long to begin */
    async take(id: string): Promise<() => void> {
      forget()
      const person = people.get(id) ?? { isBusy: false, waiting: [], usedMs: 0, at: now() }
      people.set(id, person)
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          const place = person.waiting.indexOf(begin)
          if (place >= 0) person.waiting.splice(place, 1)
          reject(refusal())
        }, waitMs)
        person.waiting.push(begin)
        if (person.isBusy) return
        person.isBusy = true
        next(id, person)
      })
      const begunAt = now()
      return () => {
        used(person)
        person.usedMs += now() - begunAt
        next(id, person)
      }
    },
  }
}
