/** The code whose faults cost most: each change of it must be caught by a pure or a store test of its workspace. */
export const targets: Readonly<Record<string, readonly string[]>> = {
  'handle-call': ['packages/service/src/handle-call.ts'],
  jobs: ['packages/jobs/src/hold-lease.ts', 'packages/jobs/src/job-runner.ts', 'packages/jobs/src/models/job-store.ts'],
  session: ['packages/session/src/access.ts', 'packages/session/src/identify.ts', 'packages/session/src/token.ts'],
  deliver: ['services/forms/src/delivery/deliver-mail.ts'],
  accept: ['services/forms/src/inquiries/accept-submission.ts'],
  'inbound/place': ['services/forms/src/inbound/place-mail.ts', 'services/forms/src/inbound/conversations.ts'],
  redeem: ['services/auth/src/codes/redeem-code.ts', 'services/auth/src/sessions/open-session.ts'],
  undo: ['services/admin-tables/src/records/undo-job.ts'],
  erasure: ['services/admin-tables/src/people/erasure-job.ts'],
  publish: ['services/admin-tables/src/schemas/publish-job.ts'],
  writes: ['services/admin-tables/src/records/apply-writes.ts', 'services/admin-tables/src/records/update-record.ts'],
  'list-query': ['packages/table-schema/src/list-query.ts'],
  validation: ['packages/table-schema/src/validation.ts', 'packages/table-schema/src/record-validation.ts'],
}
