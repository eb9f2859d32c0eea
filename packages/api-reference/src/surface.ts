import type { JsonSchema } from './schema'

type Media = { content?: Record<string, { schema: JsonSchema }> }
type Operation = {
  parameters?: { in: string; name: string; required: boolean; schema: JsonSchema }[]
  requestBody?: Media & { required: boolean }
  responses: Record<string, Media>
}
type Paths = Record<string, Record<string, unknown>>

/** A value that a call takes (`input`) or returns: where it is, whether it must be there, and what it may be. */
type SurfaceField = { operation: string; isInput: boolean; name: string; isRequired: boolean; kinds: readonly string[] }

const variantsOf = (schema: JsonSchema): JsonSchema[] =>
  ((schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined)?.flatMap(variantsOf) ?? [schema]

/** The kinds of a value. Each choice is one where a caller sends it; of a response it is a text like others. */
function kindsOf(schema: JsonSchema, isInput: boolean): string[] {
  const choices = (schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined)) as unknown[] | undefined
  if (choices) return choices.map((choice) => (isInput ? JSON.stringify(choice) : typeof choice))
  return [schema['type'] ?? 'any'].flat().map(String)
}

function partsOf(
  schema: JsonSchema,
  at: Omit<SurfaceField, 'kinds' | 'name'> & { name: string },
  isRequired = at.isRequired,
): SurfaceField[] {
  const variants = variantsOf(schema)
  const kinds = [...new Set(variants.flatMap((variant) => kindsOf(variant, at.isInput)))].sort()
  const below = variants.flatMap((variant) => {
    const required = (variant['required'] ?? []) as string[]
    const properties = Object.entries((variant['properties'] ?? {}) as Record<string, JsonSchema>)
    const items = variant['items'] as JsonSchema | undefined
    return [
      ...properties.flatMap(([name, inner]) =>
        partsOf(inner, { ...at, name: `${at.name}.${name}` }, variants.length === 1 && required.includes(name)),
      ),
      ...(items ? partsOf(items, { ...at, name: `${at.name}[]` }, true) : []),
    ]
  })
  return [{ ...at, isRequired, kinds }, ...below]
}

/** JSON, which nearly everything is, has no name. */
const named = (type: string) => (type === 'application/json' ? '' : `${type} `)

function operationParts(operation: string, { parameters = [], requestBody, responses }: Operation): SurfaceField[] {
  const input = { operation, isInput: true }
  return [
    ...parameters.flatMap(({ in: place, name, required, schema }) =>
      partsOf(schema, { ...input, name: `${place} ${name}`, isRequired: required }),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
      partsOf(schema, { ...input, name: `body ${named(type)}`, isRequired: requestBody!.required }),
    ),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { schema }]) =>
          partsOf(schema, { operation, isInput: false, name: `${status} ${named(type)}`, isRequired: true }),
        ),
      ),
  ]
}

const lineOf = ({ operation, isInput, name, isRequired, kinds }: SurfaceField) =>
  `${operation} ${isInput ? '<' : '>'} ${name.trim()}${isRequired ? '!' : ''} : ${kinds.join(' | ')}`

/** The surface that callers depend on, a line for each value that a call takes (`<`) or returns (`>`), `!` for one that must be there. */
export function apiSurface({ paths }: { paths: Paths }): string[] {
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operationParts(`${method.toUpperCase()} ${path}`, operation as Operation),
    ),
  )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  return [...new Set([...operations, ...parts.map(lineOf)])].sort()
}

const linePattern = /^(?<operation>\S+ \S+) (?<way>[<>]) (?<name>.*?)(?<must>!?) : (?<kinds>.*)$/

type Known = { operation: string; isInput: boolean; isRequired: boolean; kinds: ReadonlySet<string> }
/** The values of a surface by their name. Variants of one value are one. */
function valuesOf(lines: readonly string[]): Map<string, Known> {
  const values = new Map<string, Known>()
  for (const line of lines) {
    const { operation = '', way, name, must, kinds = '' } = linePattern.exec(line)?.groups ?? {}
    if (!way) continue
    const key = `${operation} ${way} ${name}`
    const known = values.get(key)
    const all = [...(known?.kinds ?? []), ...kinds.split(' | ')]
    const isRequired = must === '!' && (known?.isRequired ?? true)
    values.set(key, { operation, isInput: way === '<', isRequired, kinds: new Set(all) })
  }
  return values
}

/**
 * Changes of an API that break callers of an older one: a call, an accepted value or a returned one that is gone, an input that
 * is required now, a returned value that may be missing or be something else.
 */
export function breakingChanges(before: readonly string[], after: readonly string[]): string[] {
  const operations = new Set(before.filter((line) => !linePattern.test(line)))
  const old = valuesOf(before)
  const now = valuesOf(after)
  const isGone = [...operations].filter((operation) => !after.includes(operation))
  const changes = isGone.map((operation) => `${operation} is gone`)
  for (const [name, { operation, isInput, isRequired, kinds }] of old) {
    if (isGone.includes(operation)) continue
    const found = now.get(name)
    if (!found) {
      changes.push(`${name} is gone`)
      continue
    }
    const [narrow, wide] = isInput ? [kinds, found.kinds] : [found.kinds, kinds]
    const others = [...narrow].filter((kind) => !wide.has(kind) && !wide.has('any'))
    if (others.length > 0) changes.push(`${name} ${isInput ? 'no longer accepts' : 'may now be'} ${others.join(', ')}`)
    if (isInput && found.isRequired && !isRequired) changes.push(`${name} is required now`)
    if (!isInput && isRequired && !found.isRequired) changes.push(`${name} may be missing now`)
  }
  for (const [name, { operation, isInput, isRequired }] of now) {
    // A value within one that is new, too, concerns only those who send it.
    const holder = name.replace(/ ?(?:\.[^.[\]]+|\[\])$/, '')
    const isInside = holder !== name && !old.has(holder)
    if (isInput && isRequired && !isInside && !old.has(name) && operations.has(operation))
      changes.push(`${name} is required now`)
  }
  return changes
}
