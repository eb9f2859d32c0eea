import { escapePattern } from '@app/contracts/escape-pattern'
import type { AnyElysia } from 'elysia'

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escapePattern(part)))
      .join('/')}$`,
  )

/** The methods of the routes at a path, for the answer to a request with another one; none when there is no such path. */
export function allowedMethods(app: () => AnyElysia) {
  let known: { pattern: RegExp; methods: readonly string[] }[] | undefined
  return (path: string): string[] => {
    known ??= app().routes.map(({ path: route, method }) => ({
      pattern: patternOf(route),
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    }))
    return [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].toSorted()
  }
}
