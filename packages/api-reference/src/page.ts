import { type Call, type CallDoc, isMedia, type ResponseDoc } from '@app/contracts/call'
import { callDocs } from '@app/contracts/calls'
import { escapeHtml } from '@app/contracts/escape-html'
import { curlOf } from './curl'
import { bodyTypes, openApiPath } from './document'
import { errorsByStatus } from './errors'
import { type Parameter, parametersOf } from './parameters'
import { policyTexts } from './policy'
import { type JsonSchema, jsonSchema } from './schema'

/** Markup that is safe as it stands. */
type Markup = { readonly markup: string }

type Content = Markup | string | number | readonly Content[] | false | undefined

const render = (part: Content): string => {
  if (part === false || part === undefined) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return typeof part === 'object' ? (part as Markup).markup : escapeHtml(String(part))
}

/** Markup with values in it; a text among them is shown as it is. */
const html = (texts: TemplateStringsArray, ...parts: Content[]): Markup => ({
  markup: texts.map((text, at) => text + render(parts[at])).join(''),
})

/** A text in which `…` marks code. */
const prose = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** A type in a few words: `text`, `number or null`, `list of …`. */
function kindOf(schema: JsonSchema): string {
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (options) return [...new Set(options.map(kindOf))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => JSON.stringify(one)).join(' or ')
  if (schema['type'] === 'array') return `list of ${kindOf((schema['items'] as JsonSchema | undefined) ?? {})}`
  const bounds = [
    ['minLength', 'from'],
    ['maxLength', 'up to'],
    ['minimum', 'from'],
    ['maximum', 'up to'],
  ].flatMap(([key, word]) => (schema[key!] === undefined ? [] : [`${word} ${schema[key!]}`]))
  const kind = schema['type'] === 'string' ? 'text' : String(schema['type'] ?? 'any')
  return [kind, ...bounds].join(', ')
}

const json = (value: unknown) => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`

const table = (label: string, rows: Markup[]) => html`<table aria-label="${label}"><tbody>${rows}</tbody></table>`

const row = (name: string, kind: string, about: Markup[]) =>
  html`<tr><th scope="row"><code>${name}</code><span class="kind">${kind}</span></th><td>${about}</td></tr>`

/** The fields of an object, each with its type; deeper ones are in the example. */
function fields(schema: JsonSchema, words: readonly [string, string]): Markup | undefined {
  const of = schema['type'] === 'array' ? ((schema['items'] as JsonSchema | undefined) ?? {}) : schema
  const properties = of['properties'] as Record<string, JsonSchema> | undefined
  if (!properties || Object.keys(properties).length === 0) return undefined
  const required = new Set(of['required'] as string[] | undefined)
  const rows = Object.entries(properties).map(([name, about]) =>
    row(name, kindOf(about), [html`${words[required.has(name) ? 0 : 1]}`]),
  )
  return table('Fields', rows)
}

const parameters = (list: readonly Parameter[]) =>
  list.length > 0 &&
  html`<h4>Parameters</h4>${table(
    'Parameters',
    list.map(({ name, in: place, schema, description }) =>
      row(name, `${place}, ${kindOf(schema)}`, prose(description)),
    ),
  )}`

function body({ call, body: about = {} }: CallDoc): Markup | undefined {
  if (!call.body) return undefined
  const { description, example } = about
  const known = fields(jsonSchema(call.body.schema, 'input'), ['required', 'optional'])
  return html`<h4>Body<span class="kind">${bodyTypes(call.body).join(', ')}</span></h4>${
    description && html`<p>${prose(description)}</p>`
  }${known}${example !== undefined && json(example)}`
}

function contentOf(response: Call['response'][number] | undefined): { kind: string; known?: Markup | undefined } {
  if (!response) return { kind: 'no content' }
  if (isMedia(response)) return { kind: [response.type].flat().join(', ') }
  const known = fields(jsonSchema(response, 'output'), ['always present', 'may be missing'])
  return { kind: 'application/json', known }
}

function response(call: Call, status: string, { description, example, headers = {} }: ResponseDoc): Markup {
  const { kind, known } = contentOf(call.response[Number(status)])
  return html`<h4>Response ${status}<span class="kind">${kind}</span></h4><p>${prose(description)}</p>${
    Object.keys(headers).length > 0 &&
    table(
      'Headers',
      Object.entries(headers).map(([name, about]) => row(name, 'header', prose(about))),
    )
  }${known}${example !== undefined && html`<details><summary>Example</summary>${json(example)}</details>`}`
}

function errors(doc: CallDoc): Markup {
  const rows = Array.from(errorsByStatus(doc), ([status, reasons]) =>
    reasons.map(({ code, why }) => row(`${status}`, code, prose(why))),
  ).flat()
  return html`<details><summary>Errors</summary>${table('Errors', rows)}</details>`
}

const curl = (doc: CallDoc) => {
  const text = curlOf(doc)
  return text && html`<h4>With curl</h4><pre tabindex="0">${text}</pre>`
}

const searchText = ({ call: { id, path, method }, summary, tag }: CallDoc) =>
  `${method} ${openApiPath(path)} ${id} ${summary} ${tag}`.toLowerCase()

const article = (doc: CallDoc) => {
  const { call, tag, summary, description } = doc
  return html`<article id="${call.id}" data-words="${searchText(doc)}" data-of="${tag}">
<h3>${summary}</h3>
<p class="call"><span class="method ${call.method}">${call.method}</span><span>${openApiPath(call.path)}</span></p>
<p>${prose(description)}</p>
<p class="for">${prose(policyTexts(call).join(' '))}</p>
${parameters(parametersOf(doc))}${body(doc)}${curl(doc)}${Object.entries(doc.responses).map(([status, one]) => response(call, status, one))}
${errors(doc)}
</article>`
}

const link = (doc: CallDoc) =>
  html`<li data-words="${searchText(doc)}" data-of="${doc.tag}"><a href="#${doc.call.id}"><span class="method ${doc.call.method}">${doc.call.method}</span>${doc.summary}</a></li>`

/** The page: readable without a script, and allowed by a policy without inline code. */
export function referencePage(): string {
  const groups = [...new Set(callDocs.map(({ tag }) => tag))].map(
    (tag) => [tag, callDocs.filter((doc) => doc.tag === tag)] as const,
  )
  const { markup } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/reference.css">
<script type="module" src="/api/docs/reference.js"></script>
<body>
<a class="skip" href="#calls">Skip to endpoints</a>
<div class="layout">
<nav aria-label="Endpoints">
<a class="home" href="/admin">Dashboard</a>
<label hidden>Find an endpoint<input type="search" autocomplete="off" spellcheck="false"></label>
<p class="found" role="status"></p>
${groups.map(([tag, list]) => html`<section data-group="${tag}"><h2>${tag}</h2><ul>${list.map(link)}</ul></section>`)}
</nav>
<main id="calls">
<h1>API reference</h1>
<div class="lead">
<p>${prose('All calls accept and return JSON; instants are ISO 8601 in UTC. The session is a cookie that is set by signing in. Calls that change something are accepted from pages of this origin only.')}</p>
<p>${prose('An error has `error` (a text for people), `code`, often `fields` (messages by field), and the `requestId` under which the logs list the call.')}</p>
<p>${prose('The examples run as they are written, with the address of this site in `ARCHERY`, the secret of a service account in `ARCHERY_SECRET`, and the id of what is meant in `ID`. `docs/api.md` leads to a first account.')}</p>
<p><a href="/api/docs/openapi.json">OpenAPI 3.1 document</a></p>
</div>
${groups.map(([tag, list]) => html`<h2 data-group="${tag}">${tag}</h2>${list.map(article)}`)}
</main>
</div>
</body>
</html>
`
  return markup
}
