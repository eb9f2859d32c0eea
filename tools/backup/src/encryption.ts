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

const identitiesIn = (file: string) => readFileSync(file, 'utf8').match(/^AGE-SECRET-KEY-\S+$/gm) ?? []

/** The public keys of a file of private keys, which is made when it is missing. */
export async function recipientsOf(file: string): Promise<{ recipients: string[]; isNew: boolean }> {
  const isNew = !existsSync(file)
  if (isNew) {
    const identity = await generateX25519Identity()
    const about = `# public key: ${await identityToRecipient(identity)}`
    writeFileSync(file, `${about}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  }
  const recipients = await Promise.all(identitiesIn(file).map(identityToRecipient))
  if (recipients.length === 0) throw new Error(`${file} holds no key (a line that begins with AGE-SECRET-KEY-)`)
  return { recipients, isNew }
}

function isEncrypted(file: string): boolean {
  const start = Buffer.alloc(magic.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, start, 0, start.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return start.toString('latin1') === magic
}

async function* decrypted(file: string, identities: readonly string[]) {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
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
  return Readable.from(decrypted(file, identitiesIn(identity)), { objectMode: false })
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
