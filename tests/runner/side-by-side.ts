import { type Count, noTests } from './count'
import type { Suite, SuiteContext } from './suite'

/**
 * The kernel gives all containers together the weight of one process of the host, so beside another suite they would stand still
 * for seconds, which the product then answers with 503.
 */
const inContainers = new Set(['compose', 'scaling'])
const niceBesideContainers = 10

/** Runs suites at the same time. One that throws has failed. */
export async function sideBySide(
  names: readonly string[],
  suites: Readonly<Record<string, Pick<Suite, 'run'>>>,
  context: Pick<SuiteContext, 'folder' | 'repeatsFailed'>,
): Promise<Count[]> {
  const besideContainers = names.some((name) => inContainers.has(name))
  const one = async (suite: string): Promise<Count> => {
    const niceness = besideContainers && !inContainers.has(suite) ? niceBesideContainers : 0
    try {
      return await suites[suite]!.run({ ...context, suite, niceness })
    } catch (error) {
      return { ...noTests, failed: 1, failures: [{ test: `${suite} could not run`, reason: [String(error)] }] }
    }
  }
  return Promise.all(names.map(one))
}
