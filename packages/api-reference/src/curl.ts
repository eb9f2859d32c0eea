import type { CallDoc } from '@app/contracts/call'
import { isOpenToAccounts } from '@app/contracts/policy'
import { parametersOf } from './parameters'

/** A program does not sign in as a person. */
const forBrowsers = new Set(['Sign-in', 'Passkeys'])
/** Parts of a path that every school has. What other parts name is the caller's own. */
const sameEverywhere = new Set(['table', 'name', 'date', 'field'])

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The body as an option of curl; `undefined` where it is required and no JSON. */
function bodyOption({ call: { body }, body: about = {} }: CallDoc): string[] | undefined {
  if (!body) return []
  const isJson = (body.type ?? 'application/json') === 'application/json'
  if (!isJson || about.example === undefined) return body.optional ? [] : undefined
  return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(about.example))}`]
}

/**
 * The call by curl, as it is typed with the address of the site in `ARCHERY`, the secret of a service account in
 * `ARCHERY_SECRET`, and in `ID` the id of the record or thing that is meant. `undefined` for calls that accounts may not make, and for
 * uploads.
 */
export function curlOf(doc: CallDoc): string | undefined {
  const { call } = doc
  const isPublic = call.access === 'public'
  const body = bodyOption(doc)
  if (!body || forBrowsers.has(doc.tag) || !(isPublic || isOpenToAccounts(call))) return undefined
  const parameters = parametersOf(doc)
  const exampleOf = (place: string, name: string) =>
    parameters.find((one) => one.in === place && one.name === name)?.example
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    return sameEverywhere.has(name) ? encodeURIComponent(String(exampleOf('path', name))) : '$ID'
  })
  const needed = parameters.filter(({ required, example }) => required && example !== undefined)
  const query = new URLSearchParams(
    needed.flatMap(({ in: place, name, example }) =>
      place === 'query' ? [[name, String(example)] as [string, string]] : [],
    ),
  )
  const headers = needed.flatMap(({ in: place, name, example }) =>
    place === 'header' ? [`-H ${quoted(`${name}: ${example}`)}`] : [],
  )
  const hasDefaultMethod = call.method === 'get' || (call.method === 'post' && body.length > 0)
  const words = [
    'curl --fail-with-body -sS',
    ...(hasDefaultMethod ? [] : [`-X ${call.method.toUpperCase()}`]),
    `"$ARCHERY${path}${query.size > 0 ? `?${query}` : ''}"`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $ARCHERY_SECRET"']),
    ...headers,
    ...body,
  ]
  return words.join(' \\\n  ').replace(' \\\n  ', ' ')
}
