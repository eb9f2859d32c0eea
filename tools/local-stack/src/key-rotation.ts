import { changeInEnvFile, readEnvFile } from './env-file'
import { publicHalf, signingKey } from './secrets'

/** No session outlives this, so a key that has not signed for as long is of no use. */
const longestSession = 12 * 60 * 60 * 1_000

type PublicKey = ReturnType<typeof publicHalf> & { retiredAt?: string }
type Keys = { signing: string; published: string }

/** A new signing key, published beside the one it replaces; keys whose last session is over are dropped. */
export async function nextKeys({ signing, published }: Keys, now = new Date()): Promise<Keys> {
  const next = await signingKey()
  const current = publicHalf(signing)
  const { keys } = JSON.parse(published) as { keys: PublicKey[] }
  const stillNeeded = ({ kid, retiredAt = now.toISOString() }: PublicKey) =>
    kid !== current.kid && now.getTime() - Date.parse(retiredAt) < longestSession
  const older = keys.filter(stillNeeded).map((key) => ({ retiredAt: now.toISOString(), ...key }))
  const all = [publicHalf(next), { ...current, retiredAt: now.toISOString() }, ...older]
  return { signing: next, published: JSON.stringify({ keys: all }) }
}

type Name = 'SESSION_SIGNING_KEY' | 'SESSION_PUBLIC_KEYS'

/**
 * Changes the session key without logging anybody out: all services learn the new public key first, only then does auth
 * sign with it.
 *
 * @param tell hands a new value to what runs, and resolves when it is in use
 */
export async function rotateKeys(envFile: string, tell: (name: Name, value: string) => Promise<void>): Promise<void> {
  const { SESSION_SIGNING_KEY: signing, SESSION_PUBLIC_KEYS: published } = readEnvFile(envFile)
  if (!signing || !published)
    throw new Error(`The session keys do not stand in ${envFile}: change them where they are kept`)
  const next = await nextKeys({ signing, published })
  changeInEnvFile(envFile, { SESSION_PUBLIC_KEYS: next.published })
  await tell('SESSION_PUBLIC_KEYS', next.published)
  changeInEnvFile(envFile, { SESSION_SIGNING_KEY: next.signing })
  await tell('SESSION_SIGNING_KEY', next.signing)
}
