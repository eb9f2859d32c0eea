import { calls } from '@app/contracts/calls'
import type { Answer, Call } from '@app/contracts/calls/call'
import type { Access } from '@app/contracts/users'
import { openApiPath } from './document'
import { errorsByStatus } from './errors'
import { html, type Markup, prose } from './markup'
import { type Parameter, parametersOf } from './parameters'
import { type JsonSchema, jsonSchema } from './schema'

const accessTexts: Record<Access, string> = {
  public: 'Public.',
  'signed-in': 'Signed-in users.',
  staff: 'Staff.',
  admin: 'Admins.',
}

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

function body({ body }: Call): Markup | undefined {
  if (!body) return undefined
  const known = fields(jsonSchema(body.schema, 'input'), ['required', 'optional'])
  return html`<h4>Body<span class="kind">${body.type ?? 'application/json'}</span></h4>${
    body.description && html`<p>${prose(body.description)}</p>`
  }${known}${body.example !== undefined && json(body.example)}`
}

function answer(status: string, { description, schema, example, type, headers = {} }: Answer): Markup {
  const known = schema && fields(jsonSchema(schema, 'output'), ['always present', 'may be missing'])
  const kind = type ? [type].flat().join(', ') : schema ? 'application/json' : 'no content'
  return html`<h4>Answer ${status}<span class="kind">${kind}</span></h4><p>${prose(description)}</p>${
    Object.keys(headers).length > 0 &&
    table(
      'Headers',
      Object.entries(headers).map(([name, about]) => row(name, 'header', prose(about))),
    )
  }${known}${example !== undefined && html`<details><summary>Example</summary>${json(example)}</details>`}`
}

function errors(call: Call): Markup {
  const rows = Array.from(errorsByStatus(call), ([status, reasons]) =>
    reasons.map(({ code, why }) => row(`${status}`, code, prose(why))),
  ).flat()
  return html`<details><summary>Errors</summary>${table('Errors', rows)}</details>`
}

const searchText = ({ path, method, detail: { id, summary, tag } }: Call) =>
  `${method} ${openApiPath(path)} ${id} ${summary} ${tag}`.toLowerCase()

const article = (call: Call) =>
  html`<article id="${call.detail.id}" data-words="${searchText(call)}" data-of="${call.detail.tag}">
<h3>${call.detail.summary}</h3>
<p class="call"><span class="method ${call.method}">${call.method}</span><span>${openApiPath(call.path)}</span></p>
<p>${prose(call.detail.description)}</p>
<p class="for">${accessTexts[call.access]}</p>
${parameters(parametersOf(call))}${body(call)}${Object.entries(call.response).map(([status, one]) => answer(status, one))}
${errors(call)}
</article>`

const link = (call: Call) =>
  html`<li data-words="${searchText(call)}" data-of="${call.detail.tag}"><a href="#${call.detail.id}"><span class="method ${call.method}">${call.method}</span>${call.detail.summary}</a></li>`

/** The page: readable without a script, and allowed by a policy without inline code. */
export function referencePage(): string {
  const groups = [...new Set(calls.map(({ detail }) => detail.tag))].map(
    (tag) => [tag, calls.filter(({ detail }) => detail.tag === tag)] as const,
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
