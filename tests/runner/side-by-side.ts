import { type Count, noTests } from './count'
import type { Suite, SuiteContext } from './suite'

/**
 * Suites to which others leave the processor. The kernel gives all containers together the weight of one process of the host, so
 * beside another suite they would stand still for seconds, which the product then answers with 503. Lighthouse measures times.
 */
const preferred = new Set(['compose', 'scaling', 'quality', 'quality-medians'])
const niceBesidePreferred = 10

/** Runs suites at the same time. One that throws has failed. */
export async function sideBySide(
  names: readonly string[],
  suites: Readonly<Record<string, Pick<Suite, 'run'>>>,
  context: Pick<SuiteContext, 'folder' | 'repeatsFailed'>,
): Promise<Count[]> {
  const besidePreferred = names.some((name) => preferred.has(name))
  const one = async (suite: string): Promise<Count> => {
    const niceness = besidePreferred && !preferred.has(suite) ? niceBesidePreferred : 0
    try {
      return await suites[suite]!.run({ ...context, suite, niceness })
    } catch (error) {
      return { ...noTests, failed: 1, failures: [{ test: `${suite} could not run`, reason: [String(error)] }] }
    }
  }
  return Promise.all(names.map(one))
}
