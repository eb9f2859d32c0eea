import { changeInEnvFile, readEnvFile } from './env-file'
import { publicHalf, signingKey } from './generate-secrets'

/** The maximum lifetime of a session; a key retired for longer verifies nothing. */
const maxSessionMs = 12 * 60 * 60 * 1_000

type PublicKey = ReturnType<typeof publicHalf> & { retiredAt?: string }
type Keys = { signing: string; published: string }

/** A new signing key, published next to the one it replaces; keys without live sessions are dropped. */
export async function nextKeys({ signing, published }: Keys, now = new Date()): Promise<Keys> {
  const next = await signingKey()
  const current = publicHalf(signing)
  const { keys } = JSON.parse(published) as { keys: PublicKey[] }
  const stillNeeded = ({ kid, retiredAt = now.toISOString() }: PublicKey) =>
    kid !== current.kid && now.getTime() - Date.parse(retiredAt) < maxSessionMs
  const older = keys.filter(stillNeeded).map((key) => ({ retiredAt: now.toISOString(), ...key }))
  const all = [publicHalf(next), { ...current, retiredAt: now.toISOString() }, ...older]
  return { signing: next, published: JSON.stringify({ keys: all }) }
}

type Name = 'SESSION_SIGNING_KEY' | 'SESSION_PUBLIC_KEYS'

/**
 * Replaces the session key without ending sessions: services receive the new public key before auth signs with it.
 *
 * @param publish passes a value to the running services and resolves when it is in use
 */
export async function rotateKeys(
  envFile: string,
  publish: (name: Name, value: string) => Promise<void>,
): Promise<void> {
  const { SESSION_SIGNING_KEY: signing, SESSION_PUBLIC_KEYS: published } = readEnvFile(envFile)
  if (!signing || !published) throw new Error(`The session keys are not in ${envFile}: change them where they are kept`)
  const next = await nextKeys({ signing, published })
  changeInEnvFile(envFile, { SESSION_PUBLIC_KEYS: next.published })
  await publish('SESSION_PUBLIC_KEYS', next.published)
  changeInEnvFile(envFile, { SESSION_SIGNING_KEY: next.signing })
  await publish('SESSION_SIGNING_KEY', next.signing)
}
