import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import type { Signing } from '#lib/waiver-signing'

/** On the device, for every tab of it, and over a restart of the browser. */
const key = 'handed-over'
/** In the tab that chose it, so that it is chosen once for many waivers. */
const pinKey = 'hand-back-pin'
const maxTries = 5
const rounds = 300_000

/** A PIN as it is kept: short ones are guessed from a hash sooner or later, so it does not stay for longer than it is used. */
const pin = v.object({ salt: v.string(), hash: v.string() })
type Pin = v.InferOutput<typeof pin>
const chosenPin = v.object({ user: v.string(), ...pin.entries })

const handOver = v.object({
  student: v.object({ id: v.string(), label: v.string() }),
  /** The address to return to. */
  path: v.string(),
  hasPasskey: v.boolean(),
  /** Null once it was entered wrong too often. */
  pin: v.nullable(pin),
  wrong: v.number(),
  /** The name of the person who has signed. */
  signer: v.optional(v.string()),
})
export type HandOver = v.InferOutput<typeof handOver>

/** An entry that cannot be read locks all the same; then only a sign-in helps. */
const unreadable: HandOver = { student: { id: '', label: '' }, path: '/admin', hasPasskey: false, pin: null, wrong: 0 }

const listeners = new Set<() => void>()
/** Where the browser keeps nothing, the lock lasts as long as the page. */
let memory: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(key) ?? memory
  } catch {
    return memory
  }
}

function write(next: HandOver | undefined) {
  const text = next ? JSON.stringify(next) : null
  memory = null
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    memory = text
  }
  // Services open nothing by its address meanwhile.
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in browsers of staff
  document.cookie = `handed_over=${next ? 'yes' : ''}; path=/api; samesite=lax; max-age=${next ? 86_400 : 0}`
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  // Other tabs; and a page that the browser had put aside while the device was handed over.
  for (const type of ['storage', 'pageshow']) addEventListener(type, listen)
  return () => {
    listeners.delete(listen)
    for (const type of ['storage', 'pageshow']) removeEventListener(type, listen)
  }
}

function parsed(text: string | null): HandOver | undefined {
  if (text === null) return undefined
  try {
    return v.parse(handOver, JSON.parse(text))
  } catch {
    return unreadable
  }
}

/** The waiver that the device was handed over for; undefined while staff have it. */
export function useHandOver(): HandOver | undefined {
  const text = useSyncExternalStore(subscribe, read)
  return useMemo(() => parsed(text), [text])
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function hashOf(digits: string, salt: string): Promise<string> {
  const text = new TextEncoder()
  const secret = await crypto.subtle.importKey('raw', text.encode(digits), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: rounds }
  return hex(new Uint8Array(await crypto.subtle.deriveBits(how, secret, 256)))
}

/** Browsers hash for pages that came over https only. */
export const mayKeepPin = () => crypto.subtle !== undefined

/** True if a PIN of this person opens the device already. */
export const knowsPin = (user: string) => chosenBy(user) !== undefined

function chosenBy(user: string): Pin | undefined {
  const chosen = readStored(pinKey, chosenPin, 'sessionStorage')
  return chosen?.user === user ? chosen : undefined
}

async function choose(user: string, digits: string): Promise<Pin> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  const chosen = { salt, hash: await hashOf(digits, salt) }
  store(pinKey, { user, ...chosen }, 'sessionStorage')
  return chosen
}

/** Without `digits` the PIN stays that was chosen before. */
type To = { student: Signing; user: string; hasPasskey: boolean; digits?: string }

/** From here on the device shows the waiver of one student, whatever is opened on it. */
export async function handOverDevice({ student, user, hasPasskey, digits }: To) {
  const kept = digits === undefined ? chosenBy(user) : await choose(user, digits)
  const path = location.pathname + location.search
  const { id, label } = student
  write({ student: { id, label }, path, hasPasskey, pin: kept ? { salt: kept.salt, hash: kept.hash } : null, wrong: 0 })
}

export function noteSigned(signer: string) {
  const now = parsed(read())
  if (now) write({ ...now, signer })
}

/** Staff have it again: by the PIN, or because somebody has just signed in. */
export const takeBack = () => write(undefined)

/** Resolves with whether it was the PIN. An attempt counts before it is compared: loading the page anew gives no other one. */
export async function tryPin(digits: string): Promise<boolean> {
  const now = parsed(read())
  if (!now?.pin) return false
  const wrong = now.wrong + 1
  const isLast = wrong >= maxTries
  write({ ...now, wrong, pin: isLast ? null : now.pin })
  if ((await hashOf(digits, now.pin.salt)) === now.pin.hash) return true
  if (isLast) store(pinKey, undefined, 'sessionStorage')
  return false
}

/** The number of wrong PINs that may still be entered. */
export const triesLeft = ({ pin: kept, wrong }: HandOver) => (kept ? maxTries - wrong : 0)
