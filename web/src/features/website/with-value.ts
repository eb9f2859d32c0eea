/** The value at a path such as `facts.phone`. */
export const valueAt = (content: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], content)

function replaced(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  const group = value as Record<string, unknown>
  return { ...group, [name]: replaced(group[name], rest, next) }
}

/** A copy with another value at the path. */
export const withValue = <Content>(content: Content, path: string, next: unknown): Content =>
  replaced(content, path.split('.'), next) as Content
