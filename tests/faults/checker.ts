import { seconds } from '@app/contracts/durations'
import type { Call, Evidence, Fault, StoredInquiry, TakenMail } from './history'

/** Nginx gives a service 5.5 s; the rest allows for a busy machine. */
const maxAnswerMs = seconds(7)
const maxRecoveryMs = seconds(30)
/** A delivery is recorded within this time unless a fault interferes. */
const recordedWithinMs = seconds(2)
const before = seconds(1)

/** Faults between a delivery and its record: of workers, their link, and the mail server. */
const ofSending = /^(worker|smtp)/
const ofBooking = /mongo/

export type Verdict = {
  violations: string[]
  acknowledged: number
  stored: number
  mails: number
  /** Repeated mails whose first delivery a fault kept from being recorded. */
  explained: number
  slowest: number
}

const overlaps = (fault: Fault, from: number, to: number) => fault.startedAt <= to && fault.endedAt >= from

/** True when a fault explains why the delivery could not be recorded. */
function ambiguous({ takenAt, answered }: TakenMail, faults: readonly Fault[]): boolean {
  if (!answered) return true
  let end = takenAt + recordedWithinMs
  // While the database is down the record waits, and its worker may be killed meanwhile.
  for (const fault of faults.filter(({ target }) => ofBooking.test(target)))
    if (overlaps(fault, takenAt - before, end)) end = Math.max(end, fault.endedAt + seconds(5))
  return faults.some((fault) => ofSending.test(fault.target) && overlaps(fault, takenAt - before, end))
}

/** Checks the calls of one inquiry against what is stored. */
function* judgeInquiry(marker: string, calls: readonly Call[], stored: readonly StoredInquiry[]): Generator<string> {
  const known = calls.filter(({ outcome }) => outcome === 'ok' || outcome === 'duplicate')
  if (stored.length > 1) yield `${marker}: stored ${stored.length} times`
  if (known.length > 0 && stored.length === 0) yield `${marker}: lost, though it was acknowledged`
  if (stored.length > 0 && calls.every(({ outcome }) => outcome === 'refused'))
    yield `${marker}: stored, though it was refused`
  const ids = new Set(calls.flatMap(({ id }) => id ?? []))
  if (ids.size > 1) yield `${marker}: acknowledged under ${ids.size} ids`
  if (stored[0] && ids.size === 1 && !ids.has(stored[0].id)) yield `${marker}: acknowledged under another id`
  for (const call of known) {
    const others = calls.some((other) => other !== call && other.startedAt <= call.endedAt)
    if (call.outcome === 'duplicate' && !others) yield `${marker}: called a duplicate without a first one`
    if (call.outcome === 'duplicate' && call.client === 'patient')
      yield `${marker}: a repetition with its key was called a duplicate`
  }
}

/** Compares the answers with what is stored and with the deliveries. */
export function check({ calls, faults, stored, taken, leaks, recovery, late }: Evidence): Verdict {
  const violations: string[] = []
  const callsOf = Map.groupBy(calls, ({ marker }) => marker)
  const storedOf = Map.groupBy(stored, ({ marker }) => marker)
  for (const marker of new Set([...callsOf.keys(), ...storedOf.keys()]))
    violations.push(...judgeInquiry(marker, callsOf.get(marker) ?? [], storedOf.get(marker) ?? []))

  for (const { marker, client, status, fault, startedAt, endedAt } of calls) {
    if (fault) violations.push(`${marker}: ${client} got ${status} ${fault}`)
    if (endedAt - startedAt > maxAnswerMs) violations.push(`${marker}: ${client} waited ${endedAt - startedAt} ms`)
  }

  const takenOf = Map.groupBy(taken, ({ messageId }) => messageId)
  let explained = 0
  for (const { marker, mails } of stored) {
    if (mails.length === 0) violations.push(`${marker}: stored without a mail`)
    for (const { messageId, state } of mails) {
      const deliveries = takenOf.get(messageId)?.toSorted((a, b) => a.takenAt - b.takenAt) ?? []
      takenOf.delete(messageId)
      if (deliveries.length === 0) violations.push(`${marker}: never mailed (${state})`)
      if (state !== 'sent') violations.push(`${marker}: its mail is left ${state}`)
      for (const delivery of deliveries.slice(0, -1)) {
        if (ambiguous(delivery, faults)) explained += 1
        else violations.push(`${marker}: mailed again without need`)
      }
    }
  }
  for (const messageId of takenOf.keys()) violations.push(`${messageId}: a mail of no inquiry`)
  for (const leak of leaks) violations.push(`a log holds what a visitor wrote: ${leak}`)
  violations.push(...late)
  if (recovery > maxRecoveryMs) violations.push(`full service only ${recovery} ms after the last fault`)

  const acknowledged = [...callsOf.values()].filter((all) =>
    all.some(({ outcome }) => outcome === 'ok' || outcome === 'duplicate'),
  ).length
  const slowest = Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt))
  return { violations, acknowledged, stored: stored.length, mails: taken.length, explained, slowest }
}
