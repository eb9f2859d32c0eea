import { hours } from '@app/contracts/durations'
import { logSwept } from '@app/files/file-bytes'
import type { FeaturePart, ServicePart } from '@app/jobs/service-of-parts'
import type { Addresses } from '../addresses/module'
import type { Context, Service } from '../context'
import type { Inquiries } from '../inquiries/module'
import { colleagueStore } from './colleagues'
import { inquiriesJob, startInquiryBatch, undoInquiriesJob } from './inquiries-job'
import { inquiryStore } from './inquiry'
import { type InquiryActionDeps, inquiryActions } from './inquiry-actions'
import { replyFileActions } from './reply-file-actions'
import { replyFiles } from './reply-files'
import { replyTemplateStore } from './reply-template'
import { inquiryRoutes } from './routes'

type Below = Pick<InquiryActionDeps, 'messages' | 'allMessages' | 'provenSenders' | 'returned'> & {
  addresses: Addresses
  inquiries: Inquiries
}

/** Answers to inquiries, and all else that staff do with them. */
export function repliesModule(context: Context, below: Below) {
  const { connection, db, collection, objects, mail, mailDomain, jobs, log, users, announced } = context
  const { forms, submissions, facts, school, select } = below.inquiries
  const inquiries = inquiryStore(connection, undefined, announced)
  const templates = replyTemplateStore(connection)
  const files = replyFiles(db, objects)
  const actions = inquiryActions({
    ...below,
    forms,
    submissions,
    inquiries,
    templates,
    facts,
    school,
    files,
    mail,
    mailDomain,
    person: users.find,
    budget: below.addresses.budget,
  })

  async function sweep(): Promise<void> {
    const unused = await files.sweep()
    if (unused > 0) log.info({ deleted: unused }, 'unused files of replies deleted')
    logSwept(log, await files.sweepObjects())
  }

  return {
    inquiries,
    files,
    actions,
    replyFiles: replyFileActions({ inquiries, files }),
    colleagues: colleagueStore(() => collection('users')),

    service: ({ runner }: Service): ServicePart => ({
      stores: [templates, files],
      jobs: { inquiries: inquiriesJob(actions), 'undo-inquiries': undoInquiriesJob(actions, jobs) },
      routes: inquiryRoutes({
        inquiries,
        actions,
        batches: startInquiryBatch({ select, person: users.find, runner }),
      }),
      reads: () => ['/api/forms/submissions/counters'],
    }),

    worker: (): FeaturePart => ({
      repeated: [{ run: sweep, everyMs: hours(1), failed: 'files of replies could not be swept yet' }],
    }),
  }
}
export type Replies = ReturnType<typeof repliesModule>
