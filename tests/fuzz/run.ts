import { startProduct, unlimited } from '../support/product'
import { fuzzColleagues } from './colleagues'
import { parsers } from './parsers'
import { fuzzRequests } from './requests'
import { fuzz } from './target'
import { fuzzTargets } from './targets'

/**
 * Feeds hostile inputs, all derived from the seed, to the parsers, to nginx and to a running product:
 *
 *   SEED=1 RUNS=1000000 TARGETS=100000 REQUESTS=100000 STEPS=100000 ONLY="list query" bun tests/fuzz/run.ts
 */

const wholeNumber = (name: string, standard: number) => {
  const value = Number(process.env[name] || standard)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`${name} must be a whole number`)
}
const seed = wholeNumber('SEED', Math.floor(performance.timeOrigin) % 1_000_000_000)
const runs = wholeNumber('RUNS', 1_000_000)
const requests = wholeNumber('REQUESTS', 100_000)
const targets = wholeNumber('TARGETS', 100_000)
const steps = wholeNumber('STEPS', 100_000)
const only = process.env.ONLY

const say = (line: string) => process.stdout.write(`${line}\n`)
const every = 20_000

/** Reports progress, with what `more` adds. */
function progress(name: string, all: number, more = () => '') {
  let saidAt = performance.now()
  return (done: number) => {
    if (performance.now() - saidAt < every) return
    say(`  ${name.padEnd(18)} ${done} of ${all}${more()}`)
    saidAt = performance.now()
  }
}

say(`Seed ${seed}: SEED=${seed} does the same again.`)
let faults = 0
/** Of this process, in MB, without garbage. */
function memory(): number {
  Bun.gc(true)
  return process.memoryUsage().rss / 1024 ** 2
}
for (const parser of runs > 0 ? parsers : []) {
  if (only && only !== parser.name) continue
  const startedAt = performance.now()
  // The code is compiled, and what it keeps is allocated: for mail that takes 10,000 inputs, and nothing is added afterwards.
  await fuzz(parser, { runs: Math.min(runs, 20_000), seed: seed + 1 })
  const before = memory()
  const grown = () => `, ${(memory() - before).toFixed(0)} MB more`
  const onProgress = progress(parser.name, runs, parser.maxGrowth ? grown : undefined)
  const { fault, runs: done, taken } = await fuzz(parser, { runs, seed, onProgress })
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (fault) {
    faults++
    say(
      `FAULT ${parser.name}: ${fault.message}\n  input ${fault.counterexample}\n  seed ${fault.seed}, path ${fault.path}`,
    )
  } else {
    const growth = memory() - before
    const about = `${done} inputs, ${((100 * taken) / done).toFixed(1)} % taken, ${took} s, ${growth.toFixed(0)} MB more`
    const isTooMuch = growth > (parser.maxGrowth ?? Number.POSITIVE_INFINITY)
    if (isTooMuch) faults++
    say(`${isTooMuch ? 'FAULT' : 'ok   '} ${parser.name.padEnd(18)} ${about}`)
  }
}
if (targets > 0 && (!only || only === 'targets')) {
  const startedAt = performance.now()
  const { faults: differences, reached, routed } = await fuzzTargets({ targets, seed })
  faults += differences.length
  for (const difference of differences) say(`FAULT targets: ${difference}`)
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (differences.length === 0)
    say(`ok    targets            ${targets} targets, ${reached} reached a service, ${routed} a route, ${took} s`)
}
if (steps > 0 && (!only || only === 'colleagues')) {
  const product = await startProduct(unlimited, { pages: false })
  const startedAt = performance.now()
  const onProgress = progress('colleagues', steps)
  const { faults: leaks, lines } = await fuzzColleagues({ product, steps, seed, onProgress }).finally(product.stop)
  faults += leaks.length
  for (const leak of leaks) say(`FAULT colleagues: ${leak}`)
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (leaks.length === 0) say(`ok    colleagues         ${steps} steps, ${took} s, ${lines.join('; ')}`)
}
if (requests > 0 && (!only || only === 'requests')) {
  const product = await startProduct(unlimited, { pages: false })
  const onProgress = progress('requests', requests)
  const { lines, failed } = await fuzzRequests({ product, requests, seed, onProgress }).finally(product.stop)
  faults += failed
  for (const line of lines) say(line)
}
say(faults === 0 ? 'Nothing was found.' : `${faults} found.`)
process.exit(faults === 0 ? 0 : 1)
