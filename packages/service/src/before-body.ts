import type { AnyElysia } from 'elysia'

type Hook = (context: never) => unknown
type Context = { request: Request; route: string; set: { headers: Record<string, string | number | undefined> } }

const marked = new WeakSet<object>()

/**
 * Marks a `beforeHandle` or `resolve` hook that must pass before the request body is read and before path, query and body are
 * validated, such as a check of the session.
 */
export function beforeBody<Fn extends Hook>(hook: Fn): Fn {
  marked.add(hook)
  return hook
}

type Hooks = { beforeHandle?: readonly { fn: unknown }[]; params?: unknown; query?: unknown }
type Route = { method: string; path: string; hooks: Hooks }
const markedHooks = (hooks: Hooks) =>
  (hooks.beforeHandle ?? []).map(({ fn }) => fn as (context: Context) => unknown).filter((fn) => marked.has(fn))

/**
 * Runs the marked hooks of the matched route. Elysia parses and validates a request before any `beforeHandle`, so a refused
 * one would otherwise be held in memory first. The hooks run again at their usual place and should remember their result.
 * `validation` leaves out routes with nothing to validate.
 */
export function checksBefore(step: 'body' | 'validation', app: () => AnyElysia) {
  const concerns = ({ params, query }: Hooks) => step === 'body' || Boolean(params || query)
  let known: { size: number; byRoute: Map<string, ReturnType<typeof markedHooks>> } | undefined
  const hooksOf = ({ request, route }: Context) => {
    const routes = app().routes as readonly Route[]
    if (known?.size !== routes.length) {
      const concerned = routes.filter(({ hooks }) => concerns(hooks))
      known = {
        size: routes.length,
        byRoute: new Map(concerned.map(({ method, path, hooks }) => [`${method} ${path}`, markedHooks(hooks)])),
      }
    }
    return known.byRoute.get(`${request.method} ${route}`) ?? []
  }
  return async (context: Context): Promise<void> => {
    for (const check of hooksOf(context)) await check(context)
  }
}
