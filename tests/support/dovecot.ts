import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import type { SystemProgram } from '@app/installer/system-packages'
import { ImapFlow } from 'imapflow'
import { freePort } from './free-port'
import { until } from './until'

export const dovecotProgram: SystemProgram = {
  program: 'dovecot',
  apt: 'dovecot-imapd',
  service: 'dovecot',
  brew: 'dovecot',
}

const user = 'desk'
const password = 'mailbox-password'

type Owner = { isRoot: boolean; name: string; uid: number; gid: number }

/** Whose the mailbox is. Dovecot refuses root. */
function owner(): Owner {
  const { uid, gid, username: name } = userInfo()
  const nobody = 65_534
  return uid === 0 ? { isRoot: true, name, uid: nobody, gid: nobody } : { isRoot: false, name, uid, gid }
}

/** One mailbox without TLS, in a folder of its own, run by whoever runs the tests. */
const configuration = (folder: string, port: number, { isRoot, name, uid, gid }: Owner) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${isRoot ? 'dovecot' : name}
default_login_user = ${isRoot ? 'dovenull' : name}
${isRoot ? '' : `default_internal_group = ${name}`}
mail_location = maildir:${folder}/mail
first_valid_uid = 0
first_valid_gid = 0
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`

/** Starts Debian's Dovecot as an ordinary process. */
export async function startDovecot() {
  const program = createMachine(process.env).find(dovecotProgram.program)
  if (!program) throw new Error('dovecot is missing: run the tests by make, or install dovecot-imapd')
  const folder = mkdtempSync(join(tmpdir(), 'archery-dovecot-'))
  // Its processes for connections run as another user where it is started by root.
  chmodSync(folder, 0o755)
  const own = owner()
  for (const name of ['home', 'mail', 'run', 'state']) mkdirSync(join(folder, name), { mode: 0o755 })
  if (own.isRoot) for (const name of ['home', 'mail']) chownSync(join(folder, name), own.uid, own.gid)
  const port = await freePort()
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, configuration(folder, port, own))
  let child: ChildProcess | undefined
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  async function start() {
    child = spawn(program!, ['-F', '-c', file], { stdio: 'ignore' })
    await until('dovecot to listen', isOpen)
  }
  async function stop() {
    const exited = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGTERM')
    await exited
  }
  await start()

  /** Works in the mailbox as another mail program. */
  async function within<T>(act: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user, pass: password },
      logger: false,
    })
    await client.connect()
    await client.mailboxOpen('INBOX')
    try {
      return await act(client)
    } finally {
      await client.logout()
    }
  }

  return {
    port,
    password,
    url: `imap://${user}@127.0.0.1:${port}/INBOX`,
    within,
    start,
    stopServer: stop,
    append: (raw: string) => within((client) => client.append('INBOX', raw.replace(/\r?\n/g, '\r\n'))),
    seen: () => within(async (client) => (await client.search({ seen: true }, { uid: true })) || []),
    /** Puts a mail into the mailbox as a mail server does, also while Dovecot is stopped. */
    deliver(raw: Buffer, as: string): void {
      const at = (place: string) => join(folder, 'mail', place, as)
      for (const place of ['tmp', 'new', 'cur']) {
        mkdirSync(join(folder, 'mail', place), { recursive: true, mode: 0o700 })
        if (own.isRoot) chownSync(join(folder, 'mail', place), own.uid, own.gid)
      }
      writeFileSync(at('tmp'), raw)
      if (own.isRoot) chownSync(at('tmp'), own.uid, own.gid)
      renameSync(at('tmp'), at('new'))
    },
    /** Forgets the UIDs, as a mailbox does that is moved or restored. */
    async renumber() {
      await stop()
      for (const name of readdirSync(join(folder, 'mail')).filter((one) => one.startsWith('dovecot')))
        rmSync(join(folder, 'mail', name), { force: true })
      await start()
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>
