import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { writeArchive } from './archive-file'
import { type ArchiveHeader, DamagedArchive, names, partName, printHeader, printManifest } from './archive-format'
import { placeOf } from './collections'
import { createTally, documentsIn } from './documents'
import { readArchive } from './read-archive'
import { verifyArchive } from './restore'
import { makeSigningKey, type Signer, signedByOneOf, signerWith } from './signing'
import { archiveWriter } from './write-archive'

const document = (value: object) => Buffer.from(BSON.serialize(value))
const documents = Array.from({ length: 50 }, (_, at) => document({ _id: at, text: `Row ${at}`.repeat(20) }))
const header: ArchiveHeader = {
  format: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  database: 'archery',
  collections: [
    { name: 'lessons', options: {}, indexes: [] },
    { name: 'odd/name %', options: {}, indexes: [] },
  ],
}
const silent = { add: () => {}, done: () => {} }

function tallyOf(some: readonly Buffer[]) {
  const tally = createTally()
  for (const one of some) tally.add(one)
  return tally.result()
}

/** Writes what it is told to, so that archives can be made that no backup would write. */
async function write(entries: [name: string, bytes: Buffer][], sign?: Signer): Promise<Buffer> {
  const chunks: Buffer[] = []
  const target = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const archive = archiveWriter(target, sign)
  for (const [name, bytes] of entries) await archive.add(name, bytes)
  await archive.close()
  return Buffer.concat(chunks)
}

const manifest = { lessons: tallyOf(documents), 'odd/name %': tallyOf([documents[0]!]) }
const entries = (): [string, Buffer][] => [
  [names.header, printHeader(header)],
  [partName('lessons', 1), Buffer.concat(documents.slice(0, 20))],
  [partName('lessons', 2), Buffer.concat(documents.slice(20))],
  [partName('odd/name %', 1), documents[0]!],
  [names.manifest, printManifest(manifest)],
]
const verify = (bytes: Buffer) => verifyArchive(Readable.from([bytes]), silent)

test('an archive gives back what was written, document by document', async () => {
  const bytes = await write(entries())
  const read: Record<string, Buffer[]> = {}
  for await (const part of readArchive(Readable.from([bytes])))
    if (part.kind === 'documents') read[part.collection] = [...(read[part.collection] ?? []), ...part.documents]
  expect(read).toEqual({ lessons: documents, 'odd/name %': [documents[0]] })
  await expect(verify(bytes)).resolves.toEqual({ header, manifest })
})

test('an archive is taken from those who signed it, with what they signed, and nothing after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signing-'))
  const pair = (name: string) => ({ key: join(folder, name), signers: join(folder, `${name}.pub`) })
  const [ours, other] = [pair('ours'), pair('other')]
  expect([makeSigningKey(ours), makeSigningKey(ours), makeSigningKey(other)]).toEqual([true, false, true])
  expect(statSync(ours.key).mode & 0o777).toBe(0o600)
  const check = (bytes: Buffer, file = ours.signers) =>
    verifyArchive(Readable.from([bytes]), silent, signedByOneOf(file))

  const signed = await write(entries(), signerWith(ours.key))
  await expect(check(signed)).resolves.toEqual({ header, manifest })
  await expect(verify(signed)).resolves.toEqual({ header, manifest })
  await expect(check(signed, other.signers)).rejects.toThrow('signed by none of the keys')
  await expect(check(await write(entries()))).rejects.toThrow('it is not signed')

  // The signature of one archive does not fit another.
  let signature: Buffer = Buffer.alloc(0)
  await write(entries(), (sums) => {
    signature = signerWith(ours.key)(sums)
    return signature
  })
  const changed = entries().with(3, [partName('odd/name %', 1), documents[1]!])
  await expect(check(await write(changed, () => signature))).rejects.toThrow(DamagedArchive)
  const both = { key: join(folder, 'none'), signers: join(folder, 'both.pub') }
  writeFileSync(both.signers, readFileSync(ours.signers, 'utf8') + readFileSync(other.signers, 'utf8'))
  await expect(check(await write(entries(), signerWith(other.key)), both.signers)).resolves.toBeTruthy()
  expect(() => signedByOneOf(ours.key)).toThrow('holds no public key')
})

test('an archive with a changed bit is refused, or says the same', async () => {
  const bytes = await write(entries())
  const read = async (some: Buffer) => {
    const parts = []
    for await (const part of readArchive(Readable.from([some]))) parts.push(part)
    return parts
  }
  const said = await read(bytes)
  let refused = 0
  const check = async (at: number) => {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 1 << (at % 8)
    const outcome = await read(damaged).catch((error: unknown) => error)
    // A few bits of a compressed stream mean nothing: the time in its header, codes that are not used, the padding at its end.
    if (outcome instanceof DamagedArchive) refused++
    else expect(outcome, `byte ${at} of ${bytes.length}`).toEqual(said)
  }
  // Many at once, as bytes are decompressed in another thread.
  const places = [...bytes.keys()]
  for (let from = 0; from < places.length; from += 100) await Promise.all(places.slice(from, from + 100).map(check))
  expect(refused / bytes.length).toBeGreaterThan(0.95)
})

test('an archive that is cut off anywhere is refused', async () => {
  const bytes = await write(entries())
  for (const length of [0, 1, 10, bytes.length >> 1, bytes.length - 9, bytes.length - 1])
    await expect(verify(bytes.subarray(0, length)), `${length} of ${bytes.length} bytes`).rejects.toThrow(
      DamagedArchive,
    )
})

const without = (name: string) => entries().filter(([one]) => one !== name)
const replaced = (name: string, bytes: Buffer) =>
  entries().map(([one, old]) => [one, one === name ? bytes : old] as [string, Buffer])
test.each([
  ['a part is missing', without(partName('lessons', 2))],
  ['the manifest is missing', without(names.manifest)],
  ['the header is missing', without(names.header)],
  ['something foreign is in it', [...entries(), ['../../etc/passwd', Buffer.from('x')] as [string, Buffer]]],
  ['a document is exchanged', replaced(partName('odd/name %', 1), documents[1]!)],
  ['a document is cut off', replaced(partName('odd/name %', 1), documents[1]!.subarray(0, -1))],
  ['it is of another version', replaced(names.header, Buffer.from(JSON.stringify({ ...header, format: 2 })))],
  ['a collection was not announced', replaced(names.header, printHeader({ ...header, collections: [] }))],
])('an archive is refused when %s, though its sums fit', async (_, some) => {
  await expect(verify(await write(some))).rejects.toThrow(DamagedArchive)
})

test('documents are told apart by their lengths alone', () => {
  expect([...documentsIn(Buffer.concat(documents))]).toEqual(documents)
  for (const bytes of [Buffer.from([1]), Buffer.from([4, 0, 0, 0, 0]), Buffer.from([255, 255, 255, 127, 0])])
    expect(() => [...documentsIn(bytes)]).toThrow(DamagedArchive)
})

test('a digest depends on every document, not on their order', () => {
  expect(tallyOf([...documents].reverse())).toEqual(tallyOf(documents))
  expect(tallyOf(documents.slice(1)).digest).not.toBe(tallyOf(documents).digest)
  expect(tallyOf([documents[0]!, documents[0]!]).digest).not.toBe(tallyOf([documents[0]!]).digest)
})

test('what refers is read before what it refers to', () => {
  const read = ['audit_log', 'uploads.chunks', 'users', 'lessons', 'uploads.files', 'sessions', 'trash']
  expect(read.sort((one, other) => placeOf(one) - placeOf(other))).toEqual([
    'trash',
    'sessions',
    'lessons',
    'users',
    'uploads.files',
    'uploads.chunks',
    'audit_log',
  ])
})

test('a file has its name only once it is whole; what breaks off leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const bytes = await write(entries())
  const file = join(folder, 'backup.tar.gz')
  const put = (some: Buffer) => writeArchive(file, (target) => new Promise((done) => target.end(some, () => done())))
  const brokenOff = writeArchive(file, async (target) => {
    target.write(bytes.subarray(0, 100))
    throw new Error('the database is gone')
  })
  await expect(brokenOff).rejects.toThrow('the database is gone')
  await expect(put(bytes.subarray(0, -1))).rejects.toThrow(DamagedArchive)
  expect(readdirSync(folder)).toEqual([])
  await put(bytes)
  expect(readdirSync(folder)).toEqual(['backup.tar.gz'])
  rmSync(folder, { recursive: true })
})

test('an archive on a standard output that does not block waits for its reader', async () => {
  const bytes = 1_000_000
  const code = `import { writeArchive } from '${join(import.meta.dirname, 'archive-file.ts')}'
await writeArchive('-', (target) => new Promise((done) => target.end(Buffer.alloc(${bytes}), () => done())))`
  const unblocked = [
    '-MFcntl',
    '-e',
    'fcntl(STDOUT, F_SETFL, O_NONBLOCK) or die; exec @ARGV',
    process.execPath,
    '-e',
    code,
  ]
  const child = spawn('perl', unblocked, { stdio: ['ignore', 'pipe', 'ignore'] })
  let arrived = 0
  child.stdout.on('data', (chunk: Buffer) => {
    arrived += chunk.length
    child.stdout.pause()
    setTimeout(() => child.stdout.resume(), 5)
  })
  expect(await new Promise((done) => child.once('close', done))).toBe(0)
  expect(arrived).toBe(bytes)
})
