import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClone } from '../first-start/clone'
import { commandWith, firstPage } from '../support/first-page'
import { freePort } from '../support/free-port'
import { createVisitor } from './visitor'

const run = promisify(execFile)
const admin = 'admin@archery.example'

/**
 * A clone of the committed state that runs production in containers, with a project, ports and versions of its own. `overlays`: further
 * Compose files.
 */
export async function createProductionClone(name: string, { overlays = [] as string[], more = {} } = {}) {
  const clone = await createClone()
  const { folder, type } = clone
  const project = `${name}-${process.pid}`
  const ports = { site: await freePort([13_000, 13_999]), mail: await freePort([14_000, 14_999]) }
  const settings = {
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: [
      ...['docker-compose.yml', 'deploy/compose.production.yml'],
      ...[...overlays, 'tests/compose/local-production.yml'],
    ].join(':'),
    PUBLIC_ORIGIN: `http://localhost:${ports.site}`,
    PORT: ports.site,
    MAIL_PORT: ports.mail,
    ADMIN_EMAILS: admin,
    CONTACT_RECIPIENT: 'office@archery.example',
    MAIL_FROM: "'Archery School <no-reply@archery.example>'",
    SMTP_URL: 'smtp://mail-box:2525',
    // All visitors of a test share one address.
    EDGE_LIMIT_FACTOR: 0,
    IP_LIMIT_FACTOR: 100_000,
    INQUIRIES_PER_HOUR: 100_000_000,
    ...more,
  }
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=test', '-c', 'user.email=test@archery.example', ...args], { cwd: folder })
  const visitor = createVisitor({ site: settings.PUBLIC_ORIGIN, mail: `http://localhost:${ports.mail}` })

  async function succeeds(command: string, env: Record<string, string> = {}) {
    const { code, text } = await type(command, env)
    if (code !== 0) throw new Error(`\`${command}\` ended with ${code}:\n${text}`)
    return text
  }

  /** As an admin, by the code in the mail box. */
  async function signIn() {
    await visitor.post('/api/send-otp', { email: admin })
    const otp = /\b\d{6}\b/.exec((await visitor.mailAbout(admin)).text)?.[0]
    return (await visitor.post('/api/verify-otp', { email: admin, otp })).status
  }

  let inquiries = 0
  let accepted = 0

  return {
    ...clone,
    project,
    ports,
    succeeds,
    visitor,
    signIn,

    /** An inquiry of a visitor of its own. */
    async submit() {
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
    },
    /** How many inquiries were acknowledged. */
    accepted: () => accepted,

    /** The output of a line for a shell in the clone. */
    async shell(line: string) {
      const { stdout } = await run('bash', ['-c', line], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
      return stdout
    },

    /** As the first page of deploy/README.md says it. */
    async start() {
      await succeeds('make secrets')
      await succeeds(commandWith('docker compose up', firstPage.start))
      // It fails as long as something needs attention, as before the first backup.
      const { text } = await type(commandWith('make status', firstPage.start))
      if (!text.includes('Last backup')) throw new Error(text)
      return signIn()
    },

    /** Commits a change of files as a version with a tag. */
    async makeVersion(tag: string, changes: Record<string, [from: string, to: string]>) {
      await git('checkout', '--quiet', '-B', 'versions', (await git('describe', '--tags', '--abbrev=0')).stdout.trim())
      for (const [file, [from, to]] of Object.entries(changes)) {
        const text = readFileSync(join(folder, file), 'utf8')
        if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
        writeFileSync(join(folder, file), text.replace(from, to))
      }
      await git('commit', '--quiet', '--all', '--message', tag)
      await git('tag', tag)
    },
    tag: (name: string) => git('tag', name),
    checkOut: (name: string) => git('checkout', '--quiet', '--detach', name),

    /** The containers of the product by service, with the version of their image. */
    async running(): Promise<string[]> {
      const format = '{{.Label "com.docker.compose.service"}} {{.Label "org.opencontainers.image.version"}}'
      const { stdout } = await run('docker', [
        'ps',
        '--filter',
        `label=com.docker.compose.project=${project}`,
        '--format',
        format,
      ])
      return stdout
        .split('\n')
        .filter((line) => / \S/.test(line) && !line.startsWith('mail-box'))
        .sort()
    },

    async removeAll() {
      await type('docker compose --profile * down --volumes --remove-orphans')
      const { stdout } = await run('docker', ['images', '--format', '{{.Repository}}:{{.Tag}}', `${project}*/*`])
      if (stdout.trim()) await run('docker', ['rmi', ...stdout.trim().split('\n')])
      await clone.remove()
    },
  }
}
