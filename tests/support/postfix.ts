import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { runProgram } from '@app/installer/run-program'
import type { SystemProgram } from '@app/installer/system-packages'
import { keepLogs } from '../runner/product-logs'
import { freePort } from './free-port'
import { until } from './until'

export const postfixProgram: SystemProgram = { program: 'postfix', apt: 'postfix', service: 'postfix', brew: 'postfix' }

/** Whether this process may start it: it runs its parts as other users. */
export const mayStartPostfix = process.getuid?.() === 0

const mainFile = (folder: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/logs/postfix.log
maillog_file_prefixes = ${folder}
myhostname = mx.archery.example
mydestination =
alias_maps =
local_recipient_maps =
relay_domains = texthash:${folder}/etc/routes
transport_maps = texthash:${folder}/etc/routes
default_transport = error:5.1.2 no route
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_tls_security_level = none
lmtp_tls_security_level = none
smtp_dns_support_level = disabled
smtp_host_lookup = native
biff = no
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
`

const masterFile = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

/** Starts Debian's Postfix as an ordinary process, with a queue of its own. `routes`: where mail goes, by domain; nothing leaves the machine. */
export async function startPostfix({ routes }: { routes: Readonly<Record<string, string>> }) {
  const machine = createMachine(process.env)
  const program = machine.find(postfixProgram.program)
  if (!program) throw new Error('postfix is missing: run the tests by make, or install it')
  const folder = mkdtempSync(join(tmpdir(), 'archery-postfix-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  for (const name of ['etc', 'queue', 'logs']) mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(join(folder, 'etc/main.cf'), mainFile(folder))
  writeFileSync(join(folder, 'etc/master.cf'), masterFile(port))
  writeFileSync(
    join(folder, 'etc/routes'),
    Object.entries(routes)
      .map(([to, route]) => `${to} ${route}\n`)
      .join(''),
  )
  const child: ChildProcess = spawn(program, ['-c', join(folder, 'etc'), 'start-fg'], { stdio: 'ignore' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await until(
    'postfix to listen',
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
        socket.once('connect', () => socket.destroy())
      }),
  )
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /**
     * Lets it look through its queue. Where it does so in the moment in which a delivery fails, it leaves that mail ("skipped, still being
     * delivered") until another one comes.
     */
    flush: () =>
      runProgram(join(dirname(program), 'postqueue'), ['-c', join(folder, 'etc'), '-f'], { env: machine.bareEnv }),
    async stop() {
      await runProgram(program, ['-c', join(folder, 'etc'), 'stop'], { env: machine.bareEnv })
      await exited
      keepLogs(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
