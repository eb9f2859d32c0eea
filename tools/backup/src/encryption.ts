import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { PassThrough, Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { DamagedArchive } from './archive-format'

/** Archives are encrypted as https://age-encryption.org/v1 says, so that `age` opens them, too. */
const magic = 'age-encryption.org/v1\n'

/** Public keys that archives are encrypted to; none: not encrypted. `identity` is the file of a private key. */
export type Keys = { recipients: readonly string[]; identity?: string }

/** True if the library takes a key. The reason why it does not is never shown: its messages contain the key. */
function isKey(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

function identitiesIn(file: string): string[] {
  const identities = readFileSync(file, 'utf8').match(/^AGE-SECRET-KEY-\S+$/gm) ?? []
  if (identities.length === 0) throw new Error(`${file} holds no key (a line that begins with AGE-SECRET-KEY-)`)
  for (const [at, identity] of identities.entries())
    if (!isKey(() => new Decrypter().addIdentity(identity)))
      throw new Error(`Private key ${at + 1} of ${identities.length} in ${file} is mistyped or incomplete.`)
  return identities
}

/** @throws Error that names the entry, but not what stands there, which may be a private key */
function requireRecipients(recipients: readonly string[]): void {
  for (const [at, recipient] of recipients.entries())
    if (!isKey(() => new Encrypter().addRecipient(recipient)))
      throw new Error(
        `BACKUP_RECIPIENTS: entry ${at + 1} of ${recipients.length} is no public key of age (age1...), or is mistyped.`,
      )
}

export const recipientsIn = (text = '') => text.split(/[\s,]+/).filter(Boolean)

/** @throws Error without any part of a key, before anything is read or written with them */
export function requireKeys({ recipients, identity }: Keys): void {
  requireRecipients(recipients)
  if (identity && existsSync(identity)) identitiesIn(identity)
}

/** The public keys of a file of private keys, which is made when it is missing. */
export async function recipientsOf(file: string): Promise<{ recipients: string[]; isNew: boolean }> {
  const isNew = !existsSync(file)
  if (isNew) {
    const identity = await generateX25519Identity()
    const about = `# public key: ${await identityToRecipient(identity)}`
    writeFileSync(file, `${about}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  }
  const recipients = await Promise.all(identitiesIn(file).map(identityToRecipient))
  return { recipients, isNew }
}

function isEncrypted(file: string): boolean {
  const start = Buffer.alloc(magic.length)
  const schema = openSync(file, 'r')
  try {
    readSync(schema, start, 0, start.length, 0)
  } finally {
    closeSync(schema)
  }
  return start.toString('latin1') === magic
}

async function* decrypted(file: string, identityFile: string) {
  const decrypter = new Decrypter()
  for (const identity of identitiesIn(identityFile)) decrypter.addIdentity(identity)
  const sealed = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const opened = await decrypter.decrypt(sealed).catch((cause) => {
    throw new DamagedArchive('the key does not open it, or its beginning is damaged', { cause })
  })
  for await (const chunk of opened as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk)
}

/** An archive as it was written, whether it is encrypted or not. */
export function openArchive(file: string, { identity }: Pick<Keys, 'identity'> = {}): Readable {
  if (!isEncrypted(file)) return createReadStream(file)
  if (!identity || !existsSync(identity))
    throw new Error('The archive is encrypted. Name the file of its private key: BACKUP_IDENTITY=...')
  return Readable.from(decrypted(file, identity), { objectMode: false })
}

/** Encrypts what `write` writes. Returns the SHA-256 of what has reached `target`. */
export async function writeEncrypted(
  target: Writable,
  recipients: readonly string[],
  write: (target: Writable) => Promise<void>,
): Promise<string> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const plain = new PassThrough()
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
  const digest = createHash('sha256')
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  const written = pipeline(Readable.fromWeb(sealed as never), counted, target)
  try {
    await Promise.all([write(plain), written])
  } catch (error) {
    plain.destroy()
    target.destroy()
    throw error
  }
  return digest.digest('hex')
}
