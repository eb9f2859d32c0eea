import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClone } from '../first-start/clone'
import { commandWith, firstPage } from '../support/first-page'
import { until } from '../support/until'
import { engineAnswers } from './containers'

// The commands that the first page of deploy/README.md has typed by root, in a Debian that has nothing yet. A container has no systemd, no Docker, and
// the address of the repository is an example: these three have a stand-in.
const name = `bare-server-${process.pid}`
const standIns = `
printf '%s\\n' '#!/bin/sh' 'echo "systemctl $*" >> /typed' > /usr/local/bin/systemctl && chmod +x /usr/local/bin/systemctl
groupadd docker
printf '%s\\n' '[url "file:///repository"]' 'insteadOf = https://git.example/archery.git' '[safe]' 'directory = *' > /etc/gitconfig
`

async function docker(...args: string[]) {
  const child = spawn('docker', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, text: text.trim() }
}

/** Types lines as they are pasted; the first that fails ends them. */
const type = (code: string) => docker('exec', name, 'bash', '-euc', code)

describe.skipIf(!engineAnswers)('a bare server', () => {
  let address: string
  let repository: Awaited<ReturnType<typeof createClone>>

  beforeAll(async () => {
    repository = await createClone()
    chmodSync(repository.folder, 0o755)
    const volume = `${repository.folder}:/repository:ro`
    const started = ['run', '--detach', '--name', name, '--cap-add', 'NET_ADMIN', '--volume', volume]
    expect(await docker(...started, 'debian:12.11-slim', 'sleep', 'infinity')).toMatchObject({ code: 0 })
    expect(await type(standIns)).toEqual({ code: 0, text: '' })
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
    address = (await docker('inspect', '--format', format, name)).text
  })
  afterAll(async () => {
    await docker('rm', '--force', '--volumes', name)
    await repository?.remove()
  })

  /** True if a port of the server takes a connection. */
  const takes = (port: number) =>
    new Promise<boolean>((done) => {
      const socket = connect({ host: address, port, timeout: 2_000 })
      const end = (taken: boolean) => () => {
        socket.destroy()
        done(taken)
      }
      socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
    })

  test('packages and firewall: the web is reachable, other ports are not, and security updates come by themselves', async () => {
    const { code, text } = await type(firstPage.firewall)
    expect(code, text).toBe(0)
    expect((await type('cat /typed')).text).toBe('systemctl enable --now nftables')
    expect((await type('cat /etc/apt/apt.conf.d/20auto-upgrades')).text).toContain('Unattended-Upgrade "1"')

    for (const port of [80, 9_090]) await docker('exec', '--detach', name, 'python3', '-m', 'http.server', String(port))
    for (const port of [80, 9_090]) await until(`port ${port}`, () => takes(port))
    // As the service does that systemd starts.
    expect(await type('nft -f /etc/nftables.conf')).toEqual({ code: 0, text: '' })
    expect([await takes(80), await takes(9_090)]).toEqual([true, false])
    expect((await type('apt-get update')).code).toBe(0)
  })

  test('the user runs Docker, and the product is its own', async () => {
    for (const command of ['adduser', 'git clone']) {
      const { code, text } = await type(commandWith(command, firstPage.product))
      expect(code, text).toBe(0)
    }
    expect((await type('id -nG archery')).text.split(' ')).toContain('docker')
    expect((await type(`su - archery -c 'cd site && stat -c %U Makefile && make --silent help'`)).text).toMatch(
      /^archery\n[\s\S]*make check-production/,
    )
  })
})
