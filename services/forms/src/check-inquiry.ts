import { readEnv } from '@app/config'
import { seconds } from '@app/contracts/durations'
import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { formsVariables } from './config'
import { formStore } from './inquiries/form'
import { submissionStore } from './inquiries/submission'
import { syntheticModel } from './inquiries/submission-document'
import { syntheticInquiries, syntheticInquiry } from './inquiries/synthetic-inquiry'

/**
 * Sends a synthetic inquiry through acceptance, queue and worker, and waits until the mail server has taken its mail. An update
 * runs it in a container of forms. The exit code is 1 when the mail does not arrive.
 */
const timeoutMs = seconds(60)

const env = readEnv(formsVariables, process.env)
const mongo = connectMongo(env.MONGODB_URI, {
  installation: env.INSTALLATION_ID,
  onError: (error) => process.stderr.write(`waiting for MongoDB: ${error}\n`),
})
const mail = deliveryQueue({
  redisUrl: env.REDIS_URL,
  prefix: env.QUEUE_PREFIX,
  onError: (error) => process.stderr.write(`Redis: ${error}\n`),
})

async function arrives(): Promise<boolean> {
  const end = performance.now() + timeoutMs
  await mongo.ready
  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname
  const send = syntheticInquiry({
    forms: formStore(mongo.connection),
    submissions: submissionStore(mongo.connection, mailDomain, { submissions: syntheticModel(mongo.connection) }),
    mail,
    log: { info() {} },
    period: 1,
  })
  const requestId = await send()
  if (!requestId) throw new Error('There is no contact form.')
  const { hasArrived } = syntheticInquiries(mongo.connection)
  while (performance.now() < end) {
    if (await hasArrived(requestId)) return true
    await Bun.sleep(250)
  }
  process.stderr.write(`The mail server has not taken the inquiry ${requestId} within ${timeoutMs / seconds(1)} s.\n`)
  return false
}

const timeout = Bun.sleep(timeoutMs + seconds(5)).then(() => false)
const arrived = await Promise.race([arrives(), timeout]).catch((error) => {
  process.stderr.write(`${error}\n`)
  return false
})
process.exit(arrived ? 0 : 1)
