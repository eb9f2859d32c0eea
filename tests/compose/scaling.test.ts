import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { docker } from '@app/containers/docker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, engineAnswers } from './containers'
import { followLogs } from './followed-logs'
import { startLoad } from './load'
import { askMongo } from './mongo-shell'
import { createVisitor } from './visitor'

/** Requests per case; `make test-scaling` sends 10,000. */
const requests = Number(process.env.SCALING_REQUESTS ?? 400)
const admin = 'admin@archery.example'
const services = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
type Service = (typeof services)[number]

describe.skipIf(!engineAnswers)('scaling under load', () => {
  let project: Awaited<ReturnType<typeof createProject>>
  let visitor: ReturnType<typeof createVisitor>
  const recordIds: string[] = []
  let inquiryId = ''
  let inquiries = 0
  let accepted = 0

  beforeAll(async () => {
    project = await createProject({ IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000' })
    await docker.up(project.options)
    visitor = createVisitor((await docker.urls(project.options)) as { site: string; mail: string })
    await visitor.post('/api/send-otp', { email: admin })
    const otp = /\b\d{6}\b/.exec((await visitor.mailAbout(admin)).text)?.[0]
    expect((await visitor.post('/api/verify-otp', { email: admin, otp })).status).toBe(200)
    // One after the other: this prepares the test and is not what it measures.
    for (let number = 0; number < 50; number++)
      recordIds.push(await idOf(await visitor.post('/api/tables/announcements', announcement(number))))
    inquiryId = await idOf(await submit())
  })
  afterAll(() => project?.remove())

  const idOf = async (answer: Response) => {
    const text = await answer.text()
    expect([answer.status, text]).toEqual([expect.any(Number), expect.stringMatching(/"id":"[0-9a-f]{24}"/)])
    return (JSON.parse(text) as { id: string }).id
  }
  const announcement = (number: number) => ({ kind: 'closed', text: `Closed for rain ${number}`, published: false })
  const submit = async () => {
    const number = inquiries++
    const answer = await visitor.post('/api/forms/submit', {
      formId: 'contact_form',
      name: 'Ada Lovelace',
      email: `visitor-${number}@visitor.example`,
      interest: 'Lessons',
      message: `Inquiry number ${number} of a visitor who would like to try archery.`,
    })
    if (answer.ok) accepted++
    return answer
  }

  /** Reads and writes of each service. The worker is exercised by inquiries. */
  const asked: Record<Service, Parameters<typeof startLoad>[0]> = {
    auth: { me: () => visitor.get('/api/users/me'), status: () => visitor.get('/api/admin/status') },
    forms: { submit, read: () => visitor.get(`/api/forms/submissions/${inquiryId}`) },
    'email-worker': { submit },
    'admin-tables': {
      list: () => visitor.get('/api/tables/announcements'),
      // Concurrent changes of one record conflict by design.
      change: (number) =>
        visitor.put(`/api/tables/announcements/${recordIds[number % recordIds.length]}`, announcement(number)),
    },
  }

  const run = (script: string, argument: string, env: Record<string, string> = {}) =>
    promisify(execFile)(join(project.root, 'deploy', script), [argument], {
      cwd: project.root,
      env: { ...project.env, COMPOSE_ENV_FILES: project.options.envFile, ...env },
    })
  const rollingUpdate = (service: Service | 'nginx') => run('rolling-update.sh', service)

  const ways: Record<string, (service: Service) => Promise<unknown>> = {
    'from 1 to 3': (service) => run('scale.sh', `${service}=3`),
    'from 3 to 1': (service) => run('scale.sh', `${service}=1`),
    'by a rolling update': rollingUpdate,
  }
  const cases = services.flatMap((service) => Object.keys(ways).map((way): [Service, string] => [service, way]))

  test.each(cases)('%s changes %s without a failed request', async (service, way) => {
    const explain = followLogs(project, service)
    const load = startLoad(asked[service])
    await load.reach(requests / 4)
    await ways[way]?.(service)
    // Also while nginx learns of it.
    const changed = load.sent()
    await Bun.sleep(3_000)
    await load.reach(Math.max(requests, changed + requests / 4))
    const { sent, repeated, failures, slowest, seconds } = await load.stop()
    const rate = (sent / seconds).toFixed(0)
    process.stdout.write(
      `${service} ${way}: ${failures.length} of ${sent} failed, ${repeated} sent again, ${rate}/s, slowest ${slowest} ms\n`,
    )
    process.stdout.write(await explain(failures))
    expect(failures).toEqual([])
    // Four clients and three ports that close.
    expect(repeated).toBeLessThanOrEqual(12)
    expect(await project.replicas(service)).toHaveLength(way === 'from 1 to 3' ? 3 : 1)
  })

  test('nginx is replaced without a failed request', async () => {
    const [before] = await project.replicas('nginx')
    const load = startLoad({
      page: () => visitor.get('/'),
      submit,
      list: () => visitor.get('/api/tables/announcements'),
    })
    await load.reach(requests / 4)
    await rollingUpdate('nginx')
    await load.reach(Math.max(requests, load.sent() + requests / 4))
    const { sent, failures } = await load.stop()
    process.stdout.write(`nginx by a rolling update: ${failures.length} of ${sent} failed\n`)
    expect(failures).toEqual([])
    const after = await project.replicas('nginx')
    expect([after.length, after.includes(before ?? '')]).toEqual([1, false])
  })

  test('a replica that was killed is the one that scaling down removes', async () => {
    await run('scale.sh', 'forms=3')
    const [killed = '', ...healthy] = await project.replicas('forms')
    await promisify(execFile)('docker', ['kill', killed])
    await run('scale.sh', 'forms=2')
    expect((await project.replicas('forms')).sort()).toEqual(healthy.sort())
    await run('scale.sh', 'forms=1')
    await expect(run('scale.sh', 'forms=none')).rejects.toThrow('must be SERVICE=COUNT')
  })

  test('a rolling update that fails leaves the old replicas alone, and the next one works', async () => {
    const before = await project.replicas('forms')
    const failed = run('rolling-update.sh', 'forms', { INQUIRIES_PER_HOUR: 'many' })
    await expect(failed).rejects.toThrow('INQUIRIES_PER_HOUR: must be')
    expect((await project.compose('ps', '-aq', 'forms')).trim().split('\n')).toEqual(before)
    await rollingUpdate('forms')
    const after = (await project.compose('ps', '-aq', 'forms')).trim().split('\n')
    expect([after.length, after.includes(before[0] ?? '')]).toEqual([1, false])
  })

  test('every inquiry was mailed on the first attempt', async () => {
    const wanted = { inquiries: accepted, mails: accepted, sent: accepted, tries: accepted }
    let mailed: unknown
    for (let tries = 0; tries < 60; tries++) {
      mailed = await askMongo(project, mailsOfInquiries)
      if (Bun.deepEquals(mailed, wanted)) break
      await Bun.sleep(1_000)
    }
    expect(mailed).toEqual(wanted)
  })
})

/** Counted in the database because the mail box keeps the newest mails only. */
const mailsOfInquiries = `
  const all = db.contact_submissions.find({ email: /visitor-/ }, { mails: 1 }).toArray()
  const mails = all.flatMap((one) => one.mails)
  const sent = mails.filter(({ state }) => state === 'sent').length
  const tries = mails.reduce((sum, { attempts }) => sum + attempts, 0)
  print(JSON.stringify({ inquiries: all.length, mails: mails.length, sent, tries }))`
