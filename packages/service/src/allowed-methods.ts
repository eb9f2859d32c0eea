import type { AnyElysia } from 'elysia'

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  )

const staticSegments = (path: string) => path.split('/').filter((part) => !part.startsWith(':')).length

/**
 * The methods of the routes at a path, for the answer to a request with another one; none when there is no such path. Of the
 * patterns that match, only the most specific counts: `/api/passkeys/options` is not the passkey `options`.
 */
export function allowedMethods(app: () => AnyElysia) {
  let known: { pattern: RegExp; specificity: number; methods: readonly string[] }[] | undefined
  return (path: string): string[] => {
    known ??= app().routes.map(({ path: route, method }) => ({
      pattern: patternOf(route),
      specificity: staticSegments(route),
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    }))
    const matching = known.filter(({ pattern }) => pattern.test(path))
    const highest = Math.max(...matching.map(({ specificity }) => specificity))
    const methods = matching.filter(({ specificity }) => specificity === highest).flatMap(({ methods }) => methods)
    return [...new Set(methods)].toSorted()
  }
}

/**
 * True if the path of a request is that of a more specific pattern, which has other methods: with `/api/passkeys/options`,
 * `PUT /api/passkeys/:id` has no passkey `options`. The router has looked for the method only.
 */
export function isTakenByOther(path: string, all: readonly string[]) {
  const parts = path.split('/')
  const others = all
    .map((other) => other.split('/'))
    .filter((other) => other.length === parts.length)
    .map((other) => ({
      fits: other.every((part, at) => part === parts[at] || part.startsWith(':') || parts[at]!.startsWith(':')),
      fixed: parts.flatMap((part, at) =>
        part.startsWith(':') && !other[at]!.startsWith(':') ? [[part.slice(1), other[at]!] as const] : [],
      ),
      isLooser: parts.some((part, at) => !part.startsWith(':') && other[at]!.startsWith(':')),
    }))
    .filter(({ fits, fixed, isLooser }) => fits && !isLooser && fixed.length > 0)
  return (params: Record<string, string>): boolean =>
    others.some(({ fixed }) => fixed.every(([name, segment]) => params[name] === segment))
}
