import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineAnswers } from '../compose/containers'
import { startLoad } from '../compose/load'
import { createProductionClone } from '../compose/production-clone'

/** Not that of another installation on the machine. */
const network = '10.46.90'

/** Requests around each kill. */
const enough = Number(process.env.FAILOVER_REQUESTS ?? 400)

describe.skipIf(!engineAnswers)('Redis with Sentinels', () => {
  let site: Awaited<ReturnType<typeof createProductionClone>>
  beforeAll(async () => {
    site = await createProductionClone('failover', {
      overlays: ['deploy/compose.sentinel.yml'],
      more: { REDIS_NETWORK: network },
    })
    expect(await site.start()).toBe(200)
  })
  afterAll(() => site?.removeAll())

  /** A command of redis-cli in one of the containers, with the password of the Sentinels. */
  const ask = (service: string, command: string) =>
    site.shell(
      `docker compose exec -T ${service} sh -c '. /run/secrets/redis_members; REDISCLI_AUTH=$sentinels_password redis-cli --no-auth-warning -p 26379 ${command}'`,
    )
  /** The name of the primary, by the last number of its address. */
  const primary = async (sentinel = 'sentinel-3') => {
    const address = (await ask(sentinel, 'sentinel get-master-addr-by-name archery')).split('\n')[0]!.trim()
    expect(address).toMatch(`${network}.1`)
    return `redis-${address.at(-1)}`
  }
  const health = (member: string) =>
    site.shell(`docker compose exec -T ${member} sh -c 'redis-cli --no-auth-warning --user health --pass - ping'`)

  /** Until the members agree, and each replica follows the primary. */
  async function settled(replicas: number) {
    const linked = async () => {
      const known = await ask('sentinel-3', 'sentinel replicas archery')
      return known.match(/master-link-status\s+ok/g)?.length ?? 0
    }
    await expect.poll(linked, { timeout: 60_000 }).toBeGreaterThanOrEqual(replicas)
  }

  /** Kills the primary, and others with it, while visitors, staff and inquiries arrive, until there is another primary. */
  async function underLoad(...killed: string[]) {
    const kinds = {
      page: () => site.visitor.get('/'),
      me: () => site.visitor.get('/api/users/me'),
      list: () => site.visitor.get('/api/tables/announcements'),
      submit: () => site.submit(),
    }
    const load = startLoad(kinds, { clients: 2 })
    await load.reach(enough / 4)
    await site.shell(`docker compose kill ${killed.join(' ')}`)
    const killedAt = performance.now()
    await expect.poll(() => primary(), { timeout: 60_000 }).not.toBe(killed[0])
    const after = ((performance.now() - killedAt) / 1_000).toFixed(1)
    await load.reach(Math.max(enough, load.sent() + enough / 4))
    const { sent, repeated, failures, slowest } = await load.stop()
    process.stdout.write(
      `${killed.join(' and ')} killed, another primary after ${after} s: ${failures.length} of ${sent} requests failed, ${repeated} sent again, slowest ${slowest} ms\n`,
    )
    expect(failures).toEqual([])
  }

  /** How many inquiries have mails that are not sent. */
  async function unsent(): Promise<number> {
    const uri = `"$(sed 's/@mongo:/@127.0.0.1:/' .data/secrets/operator_mongodb_uri)"`
    const script = `'print(db.contact_submissions.countDocuments({ "mails.state": { $ne: "sent" } }))'`
    return Number(await site.shell(`docker compose exec -T -e HOME=/tmp mongo mongosh --quiet ${uri} --eval ${script}`))
  }
  async function allSent() {
    await expect.poll(unsent, { timeout: 150_000, interval: 1_000 }).toBe(0)
  }

  test('only members that know the passwords are let in', async () => {
    expect(await primary()).toBe('redis-1')
    await settled(2)
    expect(await health('redis-2')).toContain('PONG')
    const open = await site.shell(
      `docker compose exec -T sentinel-1 sh -c 'redis-cli -p 26379 sentinel masters; redis-cli -h ${network}.11 ping'`,
    )
    expect(open.match(/NOAUTH/g)).toHaveLength(2)
  })

  test('the primary is killed: another takes over, no request fails, and mails go on', async () => {
    const before = await primary()
    await underLoad(before)
    expect(await primary()).not.toBe(before)
    await site.shell(`docker compose start ${before}`)
    await settled(2)
    expect(await primary()).not.toBe(before)
  })

  test('so does the next one, together with a Sentinel', async () => {
    const before = await primary()
    await underLoad(before, 'sentinel-1')
    expect(await primary()).not.toBe(before)
    await site.shell(`docker compose start ${before} sentinel-1`)
    await settled(2)
    expect(await primary('sentinel-1')).toBe(await primary())
  })

  test('an inquiry that arrives without a primary is mailed once there is another', async () => {
    await allSent()
    await site.shell(`docker compose kill ${await primary()}`)
    const killedAt = performance.now()
    expect((await site.submit()).status).toBe(200)
    await site.visitor.mailAbout(`visitor-${site.accepted() - 1}@`)
    const seconds = ((performance.now() - killedAt) / 1_000).toFixed(1)
    process.stdout.write(`Mailed ${seconds} s after the primary of Redis was killed\n`)
    await site.shell('docker compose start redis-1 redis-2 redis-3')
    await settled(2)
  })

  test('all of it is stopped and started: the Sentinels agree on one primary', async () => {
    const all = ['redis', 'sentinel'].flatMap((kind) => [1, 2, 3].map((number) => `${kind}-${number}`)).join(' ')
    await site.shell(`docker compose stop ${all}`)
    await site.shell(`docker compose up -d --wait ${all}`)
    await settled(2)
    const named = await Promise.all([1, 2, 3].map((number) => primary(`sentinel-${number}`)))
    expect(new Set(named).size).toBe(1)
  })

  test('rights of a new version reach every member', async () => {
    await site.shell('deploy/database-rights.sh')
  })

  test('every acknowledged inquiry is stored, and all of its mails are sent', async () => {
    const list = (filter = '') => site.visitor.get(`/api/tables/contact_submissions${filter}`)
    expect(await (await list()).json()).toMatchObject({ total: site.accepted() })
    await allSent()
  })
})
