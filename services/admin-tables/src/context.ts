import { auditReader, serviceAudit } from '@app/audit'
import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { erasureCollection } from '@app/contracts/erasures'
import type { TableSchema } from '@app/contracts/table-schema'
import { objectStorage } from '@app/files/object-storage'
import { currentRights, type JobRunner, jobRunner, jobStore } from '@app/jobs'
import type { Mongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { scopes } from '@app/record-query'
import type { Signals } from '@app/redis/signals'
import { exactAddress, type Log } from '@app/service'
import {
  actorFinder,
  identify,
  serviceAccountReader,
  sessionCookie,
  sessionStore,
  userNames,
  userStore,
} from '@app/session'
import type * as v from 'valibot'
import { createApp, type Deps } from './app'
import type { ReadCalendar } from './bookings/calendar-events'
import { incoming } from './bookings/incoming'
import { incomingStores } from './bookings/incoming-stores'
import { calendarEntries } from './calendar/calendar-entries'
import { calendarFeedStore } from './calendar/calendar-feed-store'
import { calendarReader } from './calendar/read-calendar'
import type { adminTablesVariables } from './config'
import { events } from './events/events'
import { feedSources } from './events/feed-sources'
import { feedStore } from './events/feed-store'
import { webhookStore } from './events/webhook-store'
import { fileStore, uploadedBytes } from './files/file-store'
import { importLookups } from './imports/import-lookups'
import { importStore } from './imports/import-store'
import { importMentions } from './imports/scan-import'
import { insightStore } from './insights/insight-store'
import { readInsights } from './insights/read-insights'
import { visitFigures } from './insights/visit-figures'
import { jobHandlers } from './jobs.ts'
import { lessonDays } from './lessons/lesson-days'
import { dayReader } from './lessons/read-day'
import { seatOffers } from './lessons/seat-offers'
import { upcomingWork } from './lessons/upcoming-work'
import { migrate } from './migrations'
import { carryOver } from './migrations/former-batches'
import { moveGuardians } from './migrations/former-guardians/move-guardians'
import { erasureCounter } from './people/count-erasure'
import { followErasures } from './people/erasure-job'
import { personFiles } from './people/person-file/person-files'
import { personFileReader } from './people/person-file/read-person-file'
import { applyWrites } from './records/apply-writes'
import { revisionCopier, sweepDeletions, sweepRevisions } from './records/copy-revisions'
import { erasureStore } from './records/erasure-store'
import { fileReferences } from './records/file-references'
import { fileSweep } from './records/file-sweep'
import { personRecords } from './records/person-records'
import { recordStore } from './records/record-store'
import { recordWriter } from './records/record-writer'
import { referenceIntegrity } from './records/reference-integrity'
import { referenceStore } from './records/reference-store'
import { revisionStore } from './records/revision-store'
import { trashStore } from './records/trash-store'
import { rightChecker, userRights } from './records/user-rights'
import type { WriteDeps } from './records/write'
import { manageSchemas } from './schemas/manage-schemas'
import { schemaStores } from './schemas/schema-stores'
import { seedRecords, seeds } from './seed'
import { sampleMark, sampleRecords } from './seed/samples'
import { setupStores } from './setup/setup-facts'
import { sweeps } from './sweeps'
import { recordIndexes } from './tables/record-indexes'
import { seedMark } from './tables/record-seeder'
import { sealedTexts } from './tables/sealed-texts'
import { storedValues } from './tables/stored-values'
import { viewStore } from './views/view-store'
import { waiverActions } from './waivers/sign-waiver'
import { waiverStore } from './waivers/waiver-store'
import { websiteEditor } from './website/edit-website'
import { mailTextReader } from './website/mail-texts'
import { pageStore } from './website/page-store'
import { personsOnPage } from './website/persons-on-page'
import { pictureStore } from './website/picture-store'
import { portraits } from './website/portraits'
import { publicInstructors } from './website/public-instructors'
import { publicLessons } from './website/public-lessons'
import { publishedPage } from './website/published-page'
import { scheduledPublications } from './website/scheduled-publication'
import { shownPictures } from './website/shown-pictures'
import { siteStore } from './website/site-store'
import { websiteStore } from './website/website-store'

/** Connections of the service besides its database. */
export type Outside = {
  mongo: Pick<Mongo, 'db' | 'connection' | 'withoutTimeout'>
  env: Pick<
    v.InferOutput<typeof adminTablesVariables>,
    'WEBHOOK_SEAL_KEY' | 'ADMIN_EMAILS' | 'PUBLIC_ORIGIN' | 'CORS_ORIGINS' | 'DEPLOYMENT' | 'FILES_S3'
  > & { hasSamples: boolean }
  log: Log
  signals: Signals
  checks?: Deps['checks']
  verify: Parameters<typeof identify>[0]['verify']
  limits: Deps['limits']
  renderer: Deps['renderer']
  makePicture: Deps['makePicture']
  readSheets: Deps['readSheets']
  readCalendar: ReadCalendar
}

/** The service upon a database: its stores, what is done with them, and the app. It may be made before the database responds. */
export function createContext({ mongo, env, log, checks, verify, limits, renderer, makePicture, ...outside }: Outside) {
  const { signals } = outside
  const { PUBLIC_ORIGIN: publicOrigin, CORS_ORIGINS: corsOrigins, hasSamples } = env
  const allowsLocal = env.DEPLOYMENT === 'development'
  const warn = (text: string) => (err: unknown) => log.warn({ err }, text)
  const collection = (name: string) => mongo.db().collection(name)
  const { marks, interests, tables, schemas, seed } = schemaStores(mongo.db, log)
  const [told, announced] = [{ onChanged: () => signals.send('jobs') }, () => signals.send('events')]
  const [jobs, requested] = [jobStore(mongo.db, 'admin-tables', told), jobStore(mongo.db, 'forms', told)]
  const trash = trashStore(() => mongo.db().collection('trash'))
  const audit = serviceAudit('admin-tables', mongo.db, log)
  const objects = env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined
  const bytes = uploadedBytes(mongo.db, objects)
  const [files, pictures] = [fileStore(mongo.db, bytes), pictureStore(mongo.db, objects)]
  const feeds = calendarFeedStore(() => mongo.db().collection('calendar_feeds'))
  const imports = importStore(mongo.db)
  const [records, values] = [recordStore(mongo.db), storedValues(collection)]
  const waivers = waiverStore(collection, { hasSamples })
  const erasures = erasureStore(() => mongo.db().collection(erasureCollection))
  const revisions = revisionStore(collection, audit.append, erasures.covered, undefined, announced)
  const [feed, sources] = [feedStore(collection, undefined, announced), feedSources(collection)]
  const sealed = sealedTexts(env.WEBHOOK_SEAL_KEY)
  const [webhooks, bookings] = [webhookStore(collection, sealed), incomingStores(collection, sealed)]
  const persons = personRecords(collection, revisions, tables.all, feed.noteErased)
  const copier = revisionCopier(revisions, warn('revisions could not be copied yet'))
  const sessions = sessionStore(mongo.connection)
  const users = userStore(mongo.connection, env.ADMIN_EMAILS)
  const accounts = serviceAccountReader(mongo.connection, users)
  const actors = { find: actorFinder(users, accounts) }
  const views = viewStore(() => mongo.db().collection('table_views'), marks)
  const sweepPending = sweepRevisions({ tables, revisions })
  const happened = events({
    ...{ feed, webhooks, sources, revisions, users, tables, audit, allowsLocal, signals },
    sweep: sweepPending,
    onError: warn,
  })
  const writes: WriteDeps & { trash: typeof trash } = {
    ...{ tables, records, trash, revisions, erasures, persons, files },
    writer: recordWriter(collection),
    integrity: referenceIntegrity(collection, tables.all),
    rights: userRights({ users, sessions }),
    hasRight: rightChecker(actors),
    copyLater: copier.add,
  }
  const apply = applyWrites(writes)
  const indexes = recordIndexes(mongo.withoutTimeout, (event, about) => log.info(about, event))
  const editorDeps = { schemas, values, tables, audit, onChange: () => indexes.soon() }
  const editor = manageSchemas(editorDeps)
  const lookups = (schema: TableSchema, userId: string) => importLookups({ collection, tables, files }, schema, userId)
  const tableNames = async () => [...(await tables.listed()).map(({ name }) => name), ...(await tables.retired())]
  const mentions = fileReferences({ db: mongo.db, bytes, withoutTimeout: mongo.withoutTimeout, tables: tableNames })
  const hasRight = currentRights(actors.find)
  const lessonsOf = lessonDays(mongo.db)
  const [offers, scopeOf] = [seatOffers(collection), scopes(mongo.db)]
  const [references, facts] = [referenceStore({ db: mongo.db, tables }), publishedFacts(mongo.db)]
  const shownLessons = publicLessons(collection, () => tables.find('lessons'))
  const instructors = publicInstructors(collection, () => tables.find('instructors'))
  const people = portraits({ instructors, pictures, files, makePicture })
  const site = siteStore(collection, facts, shownLessons, interests, people.shown)
  const website = websiteStore(mongo.db)
  const scheduled = scheduledPublications({ jobs, runner: () => runner })
  const pages = pageStore(() => mongo.db().collection('site_pages'))
  const shown = shownPictures({ website, pictures })
  const onPage = personsOnPage({ website, jobs, pictures: shown, pages })
  const mailTexts = mailTextReader(collection, warn('the texts of mails could not be read'))
  const editWebsite = websiteEditor({ website, cards: site.draftCards, scheduled, pictures, mailTexts })
  const runner: JobRunner = jobRunner({
    restMs: () => signals.restMs(seconds(5)),
    store: jobs,
    handlers: jobHandlers({
      ...{ hasRight, requested, apply, revisions, trash, imports, tables, lookups, schemas, values, erasures, persons },
      ...{ jobs, audit, ...bookings, editor, files: mentions, website: editWebsite, personsOnPage: onPage },
    }),
    hasRight,
    audit,
    onError: (err, job) => log.warn({ err, ...job }, 'job interrupted, will be continued'),
  })
  const hooks = incoming({
    ...{ ...bookings, tables, users, jobs, runner, lookups, publicOrigin, allowsLocal },
    readCalendar: outside.readCalendar,
    onError: warn,
  })

  const deps = {
    ...{ log, limits, origin: { publicOrigin, corsOrigins } },
    checks: { ...checks, tables: tables.requireSome },
    identify: identify({
      ...{ verify, cookie: sessionCookie(publicOrigin), sessions, users, accounts },
      addressOf: exactAddress,
    }),
    ...{ tables, references, records, scopeOf, trash, audit, namesOf: userNames(mongo.connection) },
    auditReader: auditReader(() => mongo.db().collection('audit_log')),
    readSheets: outside.readSheets,
    ...{ revisions, apply, imports, runner, jobs, lookups, hasRight, views, schemas, values },
    onChange: editorDeps.onChange,
    countErasure: erasureCounter({ collection, persons, tables }),
    personFile: personFileReader({
      ...{ collection, persons, references, imports, ...bookings, tables, personsOnPage: onPage },
      files: personFiles(mongo.db, pictures, objects),
      mentions: importMentions(imports),
    }),
    feed: happened.reader,
    manageWebhooks: happened.manage,
    incomingHooks: hooks.manage,
    ...{ site, news: site.news, website: editWebsite, renderer, pictures, portraits: people, makePicture, files },
    shownPictures: shown,
    publishedPage: publishedPage({ website, cards: site.pageCards, news: site.news, renderer, publicOrigin, pages }),
    lessonDays: lessonsOf,
    ...{ offers, requested, waivers, ...setupStores(mongo.db, tables) },
    insights: readInsights({
      tables,
      insights: insightStore(collection, (ids) => references.labels('instructors', ids)),
      visits: visitFigures(() => mongo.db().collection('site_visits')),
    }),
    calendars: {
      feeds,
      publicOrigin,
      read: calendarReader({
        facts,
        feeds,
        users,
        tables,
        references,
        publicOrigin,
        entries: calendarEntries(collection),
        lessonDays: lessonsOf,
      }),
    },
    days: dayReader({
      ...{ tables, scopeOf, offers, lessonDays: lessonsOf },
      upcoming: upcomingWork(collection, tables, log),
    }),
  } satisfies Deps

  const orphans = fileSweep({ db: mongo.db, references: mentions, bytes, tables, marks })
  const { completeWrites, sweep } = sweeps({
    ...{ writes, sweepPending, erasures, persons, orphans, bytes, imports, editor, log },
    ...{ pictures, portraits: people, website, scheduled, moveGuardians: () => moveGuardians(mongo.db()) },
    waivers: waiverActions({ tables, records, waivers, revisions, apply }),
  })

  const tasks: StopTask[] = []
  const stores = [
    ...[trash, audit, erasures, files, feeds, revisions, feed],
    ...[sources, imports, jobs, schemas, views, webhooks, pictures, waivers, ...Object.values(bookings)],
  ]
  return {
    ...{ app: createApp(deps), deps, writer: writes.writer, users, sessions },

    /** Brings the database to what this release expects. Safe to repeat, and in several replicas at once. */
    async prepare(): Promise<void> {
      await migrate(mongo.db(), log)
      await tables.seed(seeds)
      await seed(seedMark, seedRecords)
      if (hasSamples) await seed(sampleMark, sampleRecords(Date.now()))
      await this.createIndexes()
    },

    createIndexes: async (): Promise<void> => void (await Promise.all(stores.map((store) => store.prepare()))),

    /** In the background: indexes follow the descriptions, and sweeps complete what a crash left. */
    start(): void {
      signals.on('jobs', runner.wake)
      tasks.push(
        followErasures({ erasures, jobs, runner, signals }, warn('erasures could not be read')),
        indexes.follow(tables.all),
        runPeriodically(people.prepare, warn('a photo of an instructor could not be prepared')),
        runPeriodically(sweepDeletions(writes), warn('interrupted deletions could not be settled yet'), minutes(1)),
        runPeriodically(() => carryOver(mongo.db()), warn('former batches could not be carried over yet'), minutes(1)),
        runPeriodically(sweep, warn('sweep failed'), hours(6), { firstMs: hours(6), timeoutMs: hours(1) }),
        happened.start(),
        hooks.start(),
      )
      runner.start()
      completeWrites().catch(warn('interrupted writes could not be completed yet'))
    },

    /** Ends what runs in the background. */
    async close(): Promise<void> {
      await Promise.all([runner.close(), ...tasks.map((stop) => stop())])
      await copier.close()
    },
  }
}
