import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Value = number | string | Buffer | Map<number | string, Value>

const head = (kind: number, size: number) =>
  size < 24
    ? Buffer.from([(kind << 5) | size])
    : size < 256
      ? Buffer.from([(kind << 5) | 24, size])
      : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])

/** CBOR, as far as authenticators need it. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, part]) => [cbor(key), cbor(part)])])
  return Buffer.concat([head(2, value.length), value])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const [userPresent, userVerified, hasCredential] = [1, 4, 64]

/** How an answer differs from an honest one. */
type Forged = { origin?: string; rpId?: string; verified?: boolean; counter?: number }

/** A WebAuthn authenticator with one ES256 key, which verifies its user and speaks the JSON of the browsers. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  let counter = 0

  const cose = () =>
    cbor(
      new Map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ] as [number, Value][]),
    )
  const authenticatorData = ({ rpId, verified = true, counter: forged }: Forged, more?: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(forged ?? ++counter)
    const flags = userPresent | (verified ? userVerified : 0) | (more ? hasCredential : 0)
    const data = [sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count]
    return Buffer.concat([...data, more ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, data]) => [name, data.toString('base64url')])),
  })

  return {
    /** What `navigator.credentials.create` resolves to. */
    create(challenge: string, forged: Forged = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential, cose()])
      const authData = authenticatorData(forged, attested)
      const statement: [string, Value][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, forged.origin),
        attestationObject: cbor(new Map(statement)),
      })
    },
    /** What `navigator.credentials.get` resolves to. */
    get(challenge: string, forged: Forged = {}) {
      const data = authenticatorData(forged)
      const client = clientData('webauthn.get', challenge, forged.origin)
      return answer({
        clientDataJSON: client,
        authenticatorData: data,
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey),
      })
    },
  }
}
