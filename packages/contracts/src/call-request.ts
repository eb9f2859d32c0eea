import type * as v from 'valibot'
import type { Call, Media, ParameterSchema } from './call'

type Input<S> = S extends ParameterSchema ? v.InferInput<S> : never
type RequestPart<Name extends string, S> = S extends ParameterSchema
  ? Record<string, never> extends Input<S>
    ? { [N in Name]?: Input<S> }
    : { [N in Name]: Input<S> }
  : unknown
type Body<C extends Call> = C['body'] extends { type: 'multipart/form-data' }
  ? { body: FormData }
  : C['body'] extends { schema: infer S extends v.GenericSchema }
    ? C['body'] extends { optional: true }
      ? { body?: v.InferInput<S> }
      : { body: v.InferInput<S> }
    : unknown
type Search<C extends Call> = C['tableQuery'] extends ParameterSchema ? { search?: URLSearchParams | string } : unknown

/** The input of a call. `search` is the query of a call whose query depends on the table. */
export type CallInput<C extends Call> = RequestPart<'params', C['params']> &
  RequestPart<'query', C['query']> &
  RequestPart<'headers', C['headers']> &
  Body<C> &
  Search<C>

type Success = 200 | 201 | 202 | 204
type Output<R> = R extends v.GenericSchema ? v.InferOutput<R> : R extends Media ? Response : null
/** The result of a successful call: the JSON body, `null` for none. */
export type CallResult<C extends Call> = Output<C['response'][keyof C['response'] & Success]>

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
  search?: URLSearchParams | string
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null
const texts = (given: Record<string, unknown> = {}) =>
  Object.entries(given)
    .filter(isGiven)
    .map(([name, value]): [string, string] => [name, String(value)])

/** The address of a call: `/api/tables/lessons/6b0144c8eeb0df06111a9a1e/history?page=2`. */
export function callAddress<C extends Call>({ path }: C, input: Omit<CallInput<C>, 'body' | 'headers'>): string {
  const { params = {}, query, search = '' } = input as AnyInput
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const asked = String(query ? new URLSearchParams(texts(query)) : search).replace(/^\?/, '')
  return asked === '' ? address : `${address}?${asked}`
}

/** Method, headers and body of a call. */
export function callInit<C extends Call>(
  { method, body: rules }: C,
  input: CallInput<C>,
): { method: string; headers: Record<string, string>; body?: string | FormData } {
  const { headers, body } = input as AnyInput
  const isForm = rules?.type === 'multipart/form-data'
  const hasBody = rules !== undefined && body !== undefined
  return {
    method: method.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...(hasBody && !isForm && { 'content-type': rules.types?.[0] ?? 'application/json' }),
      // Makes a cross-site request preflighted, so that no other site can send it.
      ...(isForm && { 'X-Requested-With': 'fetch' }),
      ...Object.fromEntries(texts(headers)),
    },
    ...(hasBody && { body: isForm ? (body as FormData) : JSON.stringify(body) }),
  }
}
