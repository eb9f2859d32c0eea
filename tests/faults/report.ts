import type { Verdict } from './checker'
import type { Evidence } from './history'

const inSeconds = (ms: number) => (ms / 1_000).toFixed(1)

/** How often each occurs. */
export function counted(list: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** A sample of the faults; all of them for a short run. */
const shownFaults = 60
const shownViolations = 20

/** The report of a run. */
export function describeRun({
  seed,
  startedAt,
  evidence: { calls, faults, recovery },
  verdict,
}: {
  seed: number
  startedAt: number
  evidence: Evidence
  verdict: Verdict
}): string {
  const lasted = Math.max(...calls.map(({ endedAt }) => endedAt)) - startedAt
  const timeline = faults
    .slice(0, shownFaults)
    .map(
      ({ target, kind, startedAt: at, endedAt }) =>
        `+${inSeconds(at - startedAt)} ${target} ${kind} (${inSeconds(endedAt - at)})`,
    )
  const lines = [
    `seed          ${seed} (again: make test-faults SEED=${seed})`,
    `inquiries     ${verdict.acknowledged} acknowledged, ${verdict.stored} stored, in ${inSeconds(lasted)} s`,
    `calls         ${calls.length}: ${counted(calls.map(({ client, outcome }) => `${client} ${outcome}`))}`,
    `slowest       ${inSeconds(verdict.slowest)} s for an answer; full service ${inSeconds(recovery)} s after the last fault`,
    `mails         ${verdict.mails} taken by the mail server, ${verdict.explained} of them repetitions that a fault explains`,
    `faults        ${faults.length}: ${counted(faults.map(({ target, kind }) => `${target} ${kind}`))}`,
    `timeline      seconds from the start, what, how (for how long)`,
    ...timeline.map((line) => `  ${line}`),
    ...(faults.length > shownFaults ? [`  ... and ${faults.length - shownFaults} more`] : []),
    `verdict       ${verdict.violations.length === 0 ? 'as promised: 0 lost, 0 stored twice, 0 mailed again without need' : `${verdict.violations.length} violations`}`,
    ...verdict.violations.slice(0, shownViolations).map((violation) => `  ${violation}`),
  ]
  return lines.join('\n')
}
