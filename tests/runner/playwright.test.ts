import { expect, test } from 'vitest'
import { failedOf } from './playwright'

const spec = (file: string, line: number, status: string) => ({
  title: `line ${line}`,
  file,
  line,
  tests: [{ status, results: [{ errors: [{ message: 'It is not there.' }] }] }],
})

test('a test that another file declares runs again with its whole file, any other with its line', () => {
  const { failures, places } = failedOf([
    {
      file: 'jobs/inbox.spec.ts',
      specs: [],
      suites: [
        {
          file: 'support/jobs.ts',
          specs: [spec('support/jobs.ts', 59, 'unexpected'), spec('support/jobs.ts', 60, 'unexpected')],
        },
      ],
    },
    { file: 'pages.spec.ts', specs: [spec('pages.spec.ts', 7, 'expected'), spec('pages.spec.ts', 88, 'unexpected')] },
  ])
  expect(places).toEqual(['jobs/inbox.spec.ts', 'pages.spec.ts:88'])
  expect(failures.map(({ test }) => test)).toEqual([
    'e2e/jobs/inbox.spec.ts: line 59',
    'e2e/jobs/inbox.spec.ts: line 60',
    'e2e/pages.spec.ts: line 88',
  ])
  expect(failures[0]!.command).toContain('jobs/inbox.spec.ts')
})
