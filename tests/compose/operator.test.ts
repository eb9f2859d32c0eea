import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClone } from '../first-start/clone'
import { freePort } from '../support/free-port'
import { until } from '../support/until'
import { engineAnswers } from './containers'
import { createProductionClone } from './production-clone'

const inquiries = 60

describe.skipIf(!engineAnswers)('the worst hours of an operator', () => {
  let site: Awaited<ReturnType<typeof createProductionClone>>
  let inboundPort: number

  beforeAll(async () => {
    inboundPort = await freePort([17_000, 17_999])
    site = await createProductionClone('operator', {
      overlays: ['deploy/compose.inbound-smtp.yml'],
      more: { INBOUND_SMTP_PORT: 2526, INBOUND_PUBLIC_PORT: inboundPort },
    })
    expect(await site.start()).toBe(200)
    for (let sent = 0; sent < inquiries; sent++) expect((await site.submit()).status).toBe(200)
  })
  afterAll(() => site?.removeAll())

  const stored = async () => {
    const uri = new URL(readFileSync(join(site.folder, '.data/secrets/operator_mongodb_uri'), 'utf8').trim())
    const shell = `mongosh --quiet 'mongodb://${uri.username}:${uri.password}@127.0.0.1/archery' --eval 'db.contact_submissions.countDocuments()'`
    return Number(await site.shell(`docker compose exec -T -e HOME=/tmp mongo ${shell}`))
  }

  test('mail from another mail server comes in by the port that the edge publishes', async () => {
    const list = await (await site.visitor.get('/api/tables/contact_submissions')).json()
    const path = `/api/forms/submissions/${(list as { data: { id: string }[] }).data[0]?.id}`
    const reply = { subject: 'Your visit', text: 'Which day suits you?' }
    expect((await site.visitor.post(`${path}/reply`, reply)).status).toBe(200)
    const { headers } = await site.visitor.mailAbout(reply.text)
    const server = createTransport({ host: '127.0.0.1', port: inboundPort, ignoreTLS: true })
    const [from, to] = [headers['to'], headers['reply-to'] ?? headers['from']]
    const references = headers['message-id']
    await server.sendMail({
      from,
      to,
      inReplyTo: references,
      references,
      subject: 'Re: Your visit',
      text: 'On Sunday.',
    })
    server.close()
    await expect.poll(async () => (await site.visitor.get(path)).text(), { timeout: 60_000 }).toContain('On Sunday.')
  })

  test('a copied .env in another folder acts on nothing, and each command names the installation', async () => {
    const other = await createClone()
    copyFileSync(join(site.folder, '.env'), join(other.folder, '.env'))
    const targets = ['down', 'up', 'backup', 'status', 'secrets', 'update', 'roll-back', 'rotate-keys', 'staging']
    const commands = [...targets, 'restore FILE=none FORCE=1'].map((target) => `make ${target}`)
    const scripts = ['scale.sh forms=2', 'rolling-update.sh forms', 'database-rights.sh']
    for (const command of [...commands, ...scripts.map((script) => `bash deploy/${script}`)]) {
      const { code, text } = await other.type(command)
      expect(code, command).not.toBe(0)
      expect(text, command).toContain(site.folder)
    }
    await other.remove()
    expect((await site.visitor.get('/api/site')).status).toBe(200)
    expect(await site.succeeds('make backup FILE=before.tar.gz.age')).toContain(
      `Installation ${site.project} in ${site.folder}`,
    )
  })

  test('the commands run from an image on a server without npm, and act on the same files', async () => {
    const image = { TOOLS: 'image' }
    expect(await site.type('make secrets', image)).toMatchObject({ code: 0 })
    expect(await site.succeeds('make backup FILE=from-image.tar.gz.age', image)).toContain(
      `Installation ${site.project} in ${site.folder}`,
    )
    expect(await site.succeeds('make status', image)).toContain('Last backup')
    expect(await site.succeeds('make restore FILE=from-image.tar.gz.age FORCE=1', image)).toMatch(
      /^The database holds the archive written \S+\.$/m,
    )
  })

  test('a replaced volume is not believed, and a restore brings everything back', async () => {
    await site.shell('docker compose stop mongo && docker compose rm --force mongo')
    await site.shell(`docker volume rm ${site.project}_mongo && docker compose up -d --no-deps --wait mongo`)
    await until('visitors to be refused', async () => (await site.submit()).status === 503)
    expect((await site.type('make backup FILE=empty.tar.gz.age')).code).not.toBe(0)
    expect(existsSync(join(site.folder, 'empty.tar.gz.age'))).toBe(false)
    expect(await site.succeeds('make restore FILE=before.tar.gz.age FORCE=1')).toContain('Restored and compared')
    await until('the site to answer', async () => (await site.submit()).status === 200)
    expect(await stored()).toBe(inquiries + 1)
  })
})
