/** The end of the text that begins at a place of valid JSON. */
function textEnd(json: string, from: number): number {
  let at = from + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

/** A name that an object already has, at its last place. */
type Key = { from: number; to: number; count: number }

/**
 * Valid JSON in which every value of a repeated name is kept: the last one has the name, as JSON.parse reads it, those before are called
 * `name (2)`, `name (3)`. `repeated` are these names.
 */
export function withRepeatedKeys(json: string): { json: string; repeated: Set<string> } {
  const repeated = new Set<string>()
  const renamed: { from: number; to: number; name: string }[] = []
  const open: (Map<string, Key> | undefined)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') open.push(sign === '{' ? new Map() : undefined)
    if (sign === '{' || sign === ',') isName = open.at(-1) !== undefined
    else if (sign === ':' || sign === '[') isName = false
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === '"') {
      const to = textEnd(json, at)
      if (isName) {
        const name = JSON.parse(json.slice(at, to)) as string
        const names = open.at(-1)!
        const before = names.get(name)
        const count = (before?.count ?? 0) + 1
        if (before) {
          repeated.add(name)
          renamed.push({ ...before, name: `${name} (${count})` })
        }
        names.set(name, { from: at, to, count })
      }
      at = to - 1
    }
  }
  if (renamed.length === 0) return { json, repeated }
  const pieces: string[] = []
  let rest = 0
  for (const { from, to, name } of renamed.toSorted((one, other) => one.from - other.from)) {
    pieces.push(json.slice(rest, from), JSON.stringify(name))
    rest = to
  }
  return { json: pieces.join('') + json.slice(rest), repeated }
}
