/** Fills in the template: every name in braces must have a value, and every value a place. */
export function renderEdge(template: string, values: Record<string, string>): string {
  const unused = new Set(Object.keys(values))
  const config = template.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the template asks for \${${name}}, which nothing sets`)
    unused.delete(name)
    return value
  })
  if (unused.size) throw new Error(`the template has no place for ${[...unused].join(', ')}`)
  return config
}
