import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { sources } from './source'

/**
 * The loops whose own condition bounds nothing, by file, and why each ends, or may go on. A loop that waits for the database or for another
 * process to be in some state needs a number of tries, a deadline, or progress that is checked, and a test that reaches it.
 */
const unbounded: Record<string, readonly string[]> = {
  'packages/rich-text/src/clean-rich-text.ts': ['goes from match to match of a text, each after the one before'],
  'nginx/nginx-harness.ts': ['a number of tries inside'],
  'packages/files/src/object-storage.ts': ['each page begins after the last object of the one before'],
  'packages/jobs/src/job-runner.ts': [
    'each chunk is recorded under a lease, and is the last one when the job was canceled, its right has ended, or the process ends',
    'goes on only where a job was stored meanwhile',
    'a deadline inside',
  ],
  'packages/mongo/src/connect.ts': [
    'a deadline inside',
    'waits for the database, tells of each failure, and ends with the process',
  ],
  'services/admin-tables/src/lessons/cancel-day.ts': ['one round for each job that there was of this day'],
  'services/admin-tables/src/setup/remove-samples.ts': ['one round for each job that there was'],
  'services/admin-tables/src/bookings/fetch-calendars.ts': ['a calendar that was taken is not due for a while'],
  'services/admin-tables/src/schemas/publish-job.ts': [
    'each part begins after the last record of the one before',
    'each part begins after the last record of the one before',
  ],
  'services/admin-tables/src/migrations/lesson-instructors.ts': ['progress is checked'],
  'services/admin-tables/src/imports/import-store.ts': ['reads to the last piece of a file'],
  'services/admin-tables/src/tables/read-record.ts': ['reads bytes to the end', 'reads bytes to the end'],
  'services/admin-tables/src/files/file-stream.ts': ['reads to the end of the request, and no more than a limit'],
  'services/admin-tables/src/records/restore-record.ts': ['goes on only where the record was changed meanwhile'],
  'services/forms/src/delivery/deliver-mail.ts': ['a deadline inside'],
  'services/forms/src/inbound/imap-source.ts': ['works until the process ends', 'works until the process ends'],
  'services/forms/src/inbound/arrived-mails.ts': ['each part begins after the last mail of the one before'],
  'services/forms/src/inbound/read-waiting.ts': ['a mail that was claimed is not due for two minutes'],
  'services/forms/src/inbound/start-inbound.ts': ['goes on only where a mail was stored meanwhile'],
  'services/forms/src/replies/reply-files.ts': ['each part begins after the last file of the one before'],
  'tools/backup/src/follow.ts': ['works until the process ends'],
  'tools/backup/src/move-files.ts': ['each page begins after the last file of the one before'],
  'tools/backup/src/restore.ts': ['reads to the end of an archive'],
  'tools/backup/src/secondary.ts': ['a deadline inside'],
  'tools/backup/src/swap.ts': [
    'waits for a program that says it still works, and takes over from one that is silent',
    'counts to a name that is free',
  ],
  'tools/commands/src/follow-files.ts': ['follows the logs until Ctrl+C'],
  'tools/commands/src/local/pause-services.ts': ['a deadline inside'],
  'tools/commands/src/local/up.ts': [
    'follows a supervisor, whose steps each have a limit, and ends with it or by Ctrl+C',
  ],
  'tools/installer/src/file-lock.ts': ['waits for a process that lives; the lock of one that has ended is taken over'],
  'tools/installer/src/system-packages.ts': ['a deadline inside'],
  'tools/local-stack/src/process-runner.ts': ['restarts a process, later each time, until it is to stop'],
  'web/src/features/attendance/offline/use-send-outbox.ts': ['a number of tries inside'],
  'web/src/features/inquiries/inbox/use-inbox.ts': [
    'follows the inbox while the page is open',
    'reads to the end of a stream, which the server ends after a minute',
  ],
  'web/src/features/lessons/change-seating.ts': ['a number of tries inside'],
  'web/src/features/records/list/export/use-export.ts': ['reads to the end of a download, which can be canceled'],
  'web/src/features/records/list/print/print-button.tsx': ['reads to the last page, and no more than a limit'],
  'web/src/features/schemas/draft.ts': ['counts to a name that is free'],
  'web/src/features/waivers/signature-field.tsx': ['each round halves the points until two are left'],
  'web/src/features/website/click-to-edit.ts': ['each part is inside the next one'],
  'web/src/features/website/website.atoms.ts': ['goes on only where the draft was edited meanwhile'],
  'web/src/lib/follow-job.ts': ['follows a job, which ends by itself, while the page is open'],
  'web/src/lib/reloading-import.ts': ['a number of tries inside once the server answers'],
}

type Node = { type: string; [key: string]: unknown }

/** Whether a condition compares something, such as a count or the time. */
function compares(condition: unknown): boolean {
  if (!condition || typeof condition !== 'object') return false
  const node = condition as Node
  if (node.type === 'BinaryExpression') return true
  if (node.type === 'AwaitExpression' || node.type === 'UnaryExpression') return compares(node['argument'])
  // Both sides of an "or" must bound it, of an "and" one.
  if (node.type === 'LogicalExpression' && node['operator'] === '||')
    return compares(node['left']) && compares(node['right'])
  return node.type === 'LogicalExpression' && (compares(node['left']) || compares(node['right']))
}

/** The lines of the loops that nothing in their condition bounds. */
function loopsIn(path: string, text: string): number[] {
  const found: number[] = []
  const note = ({ test, start }: { test: unknown; start: number }) => {
    if (!compares(test)) found.push(text.slice(0, start).split('\n').length)
  }
  new Visitor({ ForStatement: note, WhileStatement: note, DoWhileStatement: note } as never).visit(
    parseSync(path, text).program,
  )
  return found.toSorted((one, other) => one - other)
}

const product = sources.filter(({ path, isTest }) => !isTest && !/\.fixture\.tsx?$/.test(path))

test('a loop that its condition does not bound says here why it ends', () => {
  const found = product.flatMap(({ path, text }) => {
    const lines = loopsIn(path, text)
    return lines.length === (unbounded[path]?.length ?? 0) ? [] : [`${path}: ${lines.join(', ')}`]
  })
  expect(found).toEqual([])
  expect(Object.keys(unbounded).filter((path) => !product.some((one) => one.path === path))).toEqual([])
})

test('loops without an end are found, and those that count or look at the clock are not', () => {
  const bounded = ['for (let n = 0; n < 5; n++) {}', 'while (isOpen && now() < end) {}', 'do {} while (left > 0)']
  const endless = [
    'for (;;) {}',
    'while (true) {}',
    'while (!isClosed) {}',
    'do {} while (again)',
    'while (a < b || c) {}',
  ]
  expect(loopsIn('a.ts', bounded.join('\n'))).toEqual([])
  expect(loopsIn('a.ts', endless.join('\n'))).toEqual([1, 2, 3, 4, 5])
})
