import { join } from 'node:path'
import { createVitest } from 'vitest/node'

/**
 * A Vitest in a checkout that stays between runs, so that each costs a worker and the files that changed. It takes requests
 * from the process that started it and answers each with the outcomes.
 */

export type Request = {
  files: string[]
  /** Of the names of the tests. */
  pattern: string
  /** Files that are other ones than at the last run. */
  changed: string[]
}

export type Outcome = { status: 'passed' | 'failed'; title: string }
/** The outcomes without the tests that were skipped, or why a file could not run. */
export type Answer = { outcomes: Outcome[]; errors: string[] }

const root = process.cwd()
const vitest = await createVitest('test', { root, watch: false, reporters: [{}] })
await vitest.standalone()
await vitest.globTestSpecifications()

async function answerTo({ files, pattern, changed }: Request): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(join(root, file))
  // Programs are built from what is there now.
  delete process.env.BUILT_PROGRAMS
  vitest.setGlobalTestNamePattern(pattern)
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(join(root, file)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Those of earlier runs are among them.
  const own = testModules.filter(({ moduleId }) => files.some((file) => moduleId === join(root, file)))
  const outcomes = own.flatMap((module) =>
    [...module.children.allTests()].flatMap((test): Outcome[] => {
      const { state } = test.result()
      return state === 'passed' || state === 'failed' ? [{ status: state, title: test.name }] : []
    }),
  )
  const errors = [...own.flatMap((module) => module.errors()), ...unhandledErrors]
  return { outcomes, errors: errors.map((error) => String((error as Error).message)) }
}

process.on('message', async (request: Request) => {
  process.send!(await answerTo(request))
})
process.on('disconnect', async () => {
  await vitest.close()
  process.exit()
})
process.send!('ready')
