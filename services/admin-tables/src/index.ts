import { auditReader, checkStore, serviceAudit, verifyDaily } from '@app/audit'
import { followFile } from '@app/config'
import { hours, seconds } from '@app/contracts/durations'
import { erasureCollection } from '@app/contracts/erasures'
import type { Descriptor } from '@app/contracts/table-descriptor'
import { connectMongo, type Mongo } from '@app/mongo'
import { start } from '@app/service'
import { sharedCounters } from '@app/service/shared-counters'
import { createGuards, sessionCookie, sessionStore, tokenVerifier, userStore } from '@app/session'
import { batchSweeper } from './actions/continue-batches'
import { addressEraser } from './actions/erase-address'
import { calendarReader } from './actions/read-calendar'
import { dayReader } from './actions/read-day'
import { readInsights } from './actions/read-insights'
import { rightChecker } from './actions/right-checker'
import { sessionLimits } from './actions/session-limits'
import { undoImport } from './actions/undo-import'
import { createApp } from './app'
import { adminTablesVariables } from './config'
import { importRunner } from './imports/run-import'
import { migrate } from './migrations'
import { batchStore } from './models/batch-store'
import { calendarEntries } from './models/calendar-entries'
import { calendarFeedStore } from './models/calendar-feed-store'
import { erasureStore } from './models/erasure-store'
import { fileStore } from './models/file-store'
import { fileSweep } from './models/file-sweep'
import { importLookups } from './models/import-lookups'
import { importStore } from './models/import-store'
import { insightStore } from './models/insight-store'
import { interestReader } from './models/interests'
import { lessonDays } from './models/lesson-days'
import { personRecords } from './models/person-records'
import { publicLessons } from './models/public-lessons'
import { recordIndexes } from './models/record-indexes'
import { recordSeeder } from './models/record-seeder'
import { recordStore } from './models/record-store'
import { recordWriter } from './models/record-writer'
import { referenceIntegrity } from './models/reference-integrity'
import { referenceStore } from './models/reference-store'
import { revisionStore } from './models/revision-store'
import { shapeStore } from './models/shape-store'
import { siteStore } from './models/site-store'
import { storedValues } from './models/stored-values'
import { tableSchemaStore } from './models/table-schema-store'
import { trashStore } from './models/trash-store'
import { upcomingWork } from './models/upcoming-work'
import { viewStore } from './models/view-store'
import { seedRecords, seeds } from './seed'
import { sampleMark, sampleRecords } from './seed/samples'
import { manageShape } from './shape/manage-shape'
import { applyWrites } from './writes/apply-writes'
import { revisionCopier, sweepWrites } from './writes/copy-revisions'
import { userRights } from './writes/user-rights'

await start('admin-tables', { variables: adminTablesVariables, source: process.env }, async ({ env, log }) => {
  const mongo: Mongo = connectMongo(env.MONGODB_URI, {
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
    async prepare() {
      await migrate(mongo.db(), log)
      await tables.seed(seeds)
      await seed('seed_records', seedRecords)
      if (env.SEED_SAMPLES || env.NODE_ENV === 'development') await seed(sampleMark, sampleRecords(Date.now()))
      const stores = [trash, audit, erasures, files, feeds, revisions, imports, batches, shapes, views]
      await Promise.all(stores.map((store) => store.prepare()))
    },
  })
  const collection = (name: string) => mongo.db().collection(name)
  const marks = () => mongo.db().collection<{ _id: string; names: string[] }>('seed_marks')
  const interests = interestReader(() => mongo.db().collection('forms'))
  const tables = tableSchemaStore(
    { schemas: () => mongo.db().collection('table_schemas'), marks },
    {
      interests,
      onBroken: (table, reason) => log.error({ table, reason }, 'table description invalid, table disabled'),
    },
  )
  const shapes = shapeStore({
    schemas: () => mongo.db().collection('table_schemas'),
    versions: () => mongo.db().collection('table_schema_versions'),
  })
  const seed = recordSeeder({ collection, marks })
  const trash = trashStore(() => mongo.db().collection('trash'))
  const audit = serviceAudit('admin-tables', mongo.db, log)
  const files = fileStore(mongo.db)
  const feeds = calendarFeedStore(() => mongo.db().collection('calendar_feeds'))
  const imports = importStore(mongo.db)
  const records = recordStore(mongo.db)
  const erasures = erasureStore(() => mongo.db().collection(erasureCollection))
  const revisions = revisionStore(collection, audit.append, erasures.covered)
  const persons = personRecords(collection, revisions)
  const copier = revisionCopier(revisions, (err) => log.warn({ err }, 'revisions could not be copied yet'))
  const counters = sharedCounters({
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    owner: 'admin-tables',
    onError: (err) => log.warn({ err }, 'Redis error'),
  })

  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', adminTablesVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)
  const sessions = sessionStore(mongo.connection)
  const users = userStore(mongo.connection)

  const views = viewStore(() => mongo.db().collection('table_views'), marks)
  const batches = batchStore(() => mongo.db().collection('batches'))
  const onBatchError = (err: unknown) => log.warn({ err }, 'batch interrupted, will be continued')
  const apply = applyWrites({
    tables,
    records,
    writer: recordWriter(collection),
    trash,
    revisions,
    erasures,
    persons,
    files,
    integrity: referenceIntegrity(collection, tables.all),
    rights: userRights({ users, sessions }),
    copyLater: copier.add,
  })

  const shape = {
    shapes,
    values: storedValues(collection),
    tables,
    apply,
    audit,
    onChange: () => indexes.soon(),
  }
  const lookups = (descriptor: Descriptor, userId: string) =>
    importLookups({ collection, tables, files }, descriptor, userId)
  const runner = importRunner({
    imports,
    tables,
    lookups,
    apply,
    batches,
    revisions,
    undo: undoImport({ apply, batches, revisions, trash }),
    mayEdit: ({ id }, table) => rightChecker(users)(id, table, 'edit'),
    holder: crypto.randomUUID(),
    onFailure: ({ id, table }, err) => log.error({ id, table, err }, 'import failed'),
  })

  const app = createApp({
    log,
    checks: { mongo: mongo.ping },
    origin: { publicOrigin: env.PUBLIC_ORIGIN, corsOrigins: env.CORS_ORIGINS },
    guards: createGuards({ verify: verifier.verify, cookie: sessionCookie(env.PUBLIC_ORIGIN), sessions, users }),
    limits: sessionLimits(counters, env.IP_LIMIT_FACTOR),
    tables,
    references: referenceStore({ db: mongo.db, tables }),
    records,
    trash,
    audit,
    auditReader: auditReader(() => mongo.db().collection('audit_log')),
    revisions,
    apply,
    imports,
    runner,
    lookups,
    batches,
    views,
    onBatchError,
    shapes,
    values: shape.values,
    onChange: shape.onChange,
    files,
    site: siteStore(
      collection,
      publicLessons(collection, () => tables.find('lessons')),
      interests,
    ),
    insights: readInsights({ tables, insights: insightStore(collection) }),
    calendars: {
      feeds,
      read: calendarReader({
        feeds,
        users,
        tables,
        entries: calendarEntries(collection),
        publicOrigin: env.PUBLIC_ORIGIN,
      }),
      publicOrigin: env.PUBLIC_ORIGIN,
    },
    days: dayReader({ tables, lessonDays: lessonDays(mongo.db), upcoming: upcomingWork(collection) }),
  })

  // In the background: indexes follow the descriptions, and orphaned files are removed.
  const indexes = recordIndexes(mongo.withoutTimeout, (event, about) => log.info(about, event))
  let unfollow = () => {}
  let erasing: ReturnType<typeof setInterval> | undefined
  void mongo.ready.then(() => {
    unfollow = indexes.follow(tables.all)
    erasing = setInterval(eraseDue, seconds(1))
    completeWrites()
      .then(eraser.repeat)
      .catch((err) => log.warn({ err }, 'interrupted writes could not be completed yet'))
  })
  const completeWrites = sweepWrites({ tables, records, revisions, trash })
  const orphans = fileSweep({ db: mongo.db, withoutTimeout: mongo.withoutTimeout, tables, marks })
  const continueBatches = batchSweeper({ apply, batches, revisions, trash })
  const eraser = addressEraser({ erasures, persons, imports, audit })
  const eraseDue = () => eraser.run().catch((err) => log.warn({ err }, 'erasure not complete yet, will be continued'))
  const sweep = async () => {
    await completeWrites()
    await eraser.repeat()
    const swept = await orphans.sweep()
    if ('paused' in swept)
      log.warn({ tables: swept.paused }, 'orphaned files kept: repair the descriptions of these tables')
    else if (swept.trashed + swept.removed > 0) log.info(swept, 'orphaned files swept')
    await imports.sweep()
    await manageShape(shape).sweep()
  }
  const sweeping = setInterval(() => sweep().catch((err) => log.warn({ err }, 'sweep failed')), hours(6))

  const checks = checkStore(() => mongo.db().collection('audit_checks'))
  const stopVerifying = verifyDaily({ stored: audit.stored, checks, append: audit.append, log })

  const resume = async () => {
    for (const imported of await imports.abandoned()) void runner.start(imported)
    await continueBatches()
  }
  const resuming = setInterval(
    () => resume().catch((err) => log.warn({ err }, 'imports and batches could not be resumed yet')),
    seconds(15),
  )

  const close = async () => {
    unfollow()
    clearInterval(erasing)
    clearInterval(sweeping)
    clearInterval(resuming)
    stopVerifying()
    await copier.close()
    counters.close()
    await mongo.close()
  }
  return { app, dependencies: { mongo: mongo.ping, redis: counters.ping }, ready: mongo.ready, close }
})
