import * as v from 'valibot'

/** Reads a preference of this browser; undefined when there is none, it has another schema, or storage is blocked. */
export function readStored<S extends v.GenericSchema>(key: string, schema: S): v.InferOutput<S> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Keeps a preference; without storage it lasts as long as the page. */
export function store(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
