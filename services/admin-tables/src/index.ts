import { checkStore, headReader, verifyDaily } from '@app/audit'
import { followFile } from '@app/config'
import { connectMongo } from '@app/mongo'
import { sharedSignals } from '@app/redis/signals'
import { start } from '@app/service'
import { callLimits, sharedCounters } from '@app/service/limits'
import { tokenVerifier } from '@app/session'
import { createService } from './app'
import { calendarProcess } from './bookings/calendar-process'
import { adminTablesVariables } from './config'
import { createContext } from './context'
import { workbookProcess } from './imports/workbook/workbook-process'
import { createModules } from './modules'
import { pageRenderer } from './website/page-renderer'
import { pictureProcess } from './website/picture-process'

await start('admin-tables', { variables: adminTablesVariables, source: process.env }, async ({ env, log, redis }) => {
  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', adminTablesVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)
  const [counters, signals] = [sharedCounters({ ...redis, owner: 'admin-tables' }), sharedSignals(redis)]
  const mongo = connectMongo(env.MONGODB_URI, {
    installation: env.INSTALLATION_ID,
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
    prepare: () => service.prepare(),
  })
  const context = createContext({
    mongo,
    log,
    signals,
    verify: verifier.verify,
    env: { ...env, hasSamples: env.SEED_SAMPLES || env.NODE_ENV === 'development' },
  })
  const modules = createModules(context, {
    renderer: pageRenderer(env.SITE_RENDERER),
    makePicture: pictureProcess(Bun.resolveSync('./picture-reader', import.meta.dirname)),
    readSheets: workbookProcess(Bun.resolveSync('./workbook-reader', import.meta.dirname)),
    readCalendar: calendarProcess(Bun.resolveSync('./calendar-reader', import.meta.dirname)),
  })
  const service = createService(context, modules, {
    checks: { mongo: mongo.ping },
    limits: callLimits(counters, env.IP_LIMIT_FACTOR),
  })

  void mongo.ready.then(service.start)
  const { stored, append } = context.audit
  const stopVerifying = verifyDaily({
    stored,
    append,
    log,
    checks: checkStore(() => mongo.db().collection('audit_checks')),
    read: await headReader(env.AUDIT_PUBLIC_KEYS),
  })

  const close = async () => {
    await Promise.all([service.close(), stopVerifying()])
    counters.close()
    signals.close()
    await mongo.close()
  }
  const { app } = service
  return { app, dependencies: { mongo: mongo.ping, redis: counters.ping }, ready: mongo.ready, close }
})
