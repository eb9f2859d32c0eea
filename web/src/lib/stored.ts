import * as v from 'valibot'

/** The second one is that of the tab, until it is closed. */
type StorageName = 'localStorage' | 'sessionStorage'

/** Reads a value of this browser; undefined when there is none, it has another schema, or storage is blocked. */
export function readStored<S extends v.GenericSchema>(
  key: string,
  schema: S,
  storage: StorageName = 'localStorage',
): v.InferOutput<S> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(globalThis[storage].getItem(key) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value, or removes it where it is undefined; without storage it lasts as long as the page. */
export function store(key: string, value: unknown, storage: StorageName = 'localStorage') {
  try {
    if (value === undefined) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, JSON.stringify(value))
  } catch {}
}
