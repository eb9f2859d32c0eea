import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DamagedArchive } from './archive-format'

/** Ed25519 over SHA256SUMS: `openssl pkeyutl -verify -rawin` checks it, too. */
export type Signer = (sums: Buffer) => Buffer
/** @throws DamagedArchive */
export type SignatureCheck = (sums: Buffer, signature: Buffer | undefined) => void

const publicKeys = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** Makes what is missing: the private key, and the file that names its public half. @returns whether the key is new */
export function makeSigningKey({ key, signers }: { key: string; signers: string }): boolean {
  const isNew = !existsSync(key)
  if (isNew) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  }
  if (isNew || !existsSync(signers)) {
    const publicKey = createPublicKey(readFileSync(key, 'utf8'))
    writeFileSync(signers, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'a' })
  }
  return isNew
}

export function signerWith(file: string): Signer {
  const key = createPrivateKey(readFileSync(file))
  return (sums) => sign(null, sums, key)
}

/** Accepts what one of the public keys in the file has signed. */
export function signedByOneOf(file: string): SignatureCheck {
  const keys = (readFileSync(file, 'utf8').match(publicKeys) ?? []).map((pem) => createPublicKey(pem))
  if (keys.length === 0) throw new Error(`${file} holds no public key`)
  return (sums, signature) => {
    if (!signature) throw new DamagedArchive('it is not signed')
    if (!keys.some((key) => verify(null, sums, key, signature)))
      throw new DamagedArchive(`it is signed by none of the keys in ${file}`)
  }
}
