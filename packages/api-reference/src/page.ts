import { failuresOf, operations } from './document'
import { html, type Markup, prose } from './markup'
import type { Answer, Operation, Parameter } from './operation'
import { type JsonSchema, jsonSchema } from './schema'

const whoCalls = {
  everybody: 'Everybody may call it.',
  'signed-in': 'Whoever is signed in may call it.',
  admins: 'Admins may call it.',
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

function body({ body }: Operation): Markup | undefined {
  if (!body) return undefined
  const known = body.schema && fields(jsonSchema(body.schema, 'input'), ['required', 'optional'])
  return html`<h4>Body<span class="kind">${body.type ?? 'application/json'}</span></h4>${
    body.description && html`<p>${prose(body.description)}</p>`
  }${known}${body.example !== undefined && json(body.example)}`
}

function answer(status: string, { description, schema, example, type, headers = {} }: Answer): Markup {
  const known = schema && fields(jsonSchema(schema, 'output'), ['always there', 'may be missing'])
  return html`<h4>Answer ${status}<span class="kind">${type ?? (schema ? 'application/json' : 'no content')}</span></h4><p>${prose(description)}</p>${
    Object.keys(headers).length > 0 &&
    table(
      'Headers',
      Object.entries(headers).map(([name, about]) => row(name, 'header', prose(about))),
    )
  }${known}${example !== undefined && html`<details><summary>Example</summary>${json(example)}</details>`}`
}

function failures(operation: Operation): Markup {
  const rows = Array.from(failuresOf(operation), ([status, reasons]) =>
    reasons.map(({ code, why }) => row(`${status}`, code, prose(why))),
  ).flat()
  return html`<details><summary>Errors</summary>${table('Errors', rows)}</details>`
}

const wordsOf = ({ path, method, id, summary, tag }: Operation) =>
  `${method} ${path} ${id} ${summary} ${tag}`.toLowerCase()

const article = (operation: Operation) =>
  html`<article id="${operation.id}" data-words="${wordsOf(operation)}" data-of="${operation.tag}">
<h3>${operation.summary}</h3>
<p class="call"><span class="method ${operation.method}">${operation.method}</span><span>${operation.path}</span></p>
<p>${prose(operation.description)}</p>
<p class="for">${whoCalls[operation.for]}</p>
${parameters(operation.parameters ?? [])}${body(operation)}${Object.entries(operation.answers).map(([status, one]) => answer(status, one))}
${failures(operation)}
</article>`

const link = (operation: Operation) =>
  html`<li data-words="${wordsOf(operation)}" data-of="${operation.tag}"><a href="#${operation.id}"><span class="method ${operation.method}">${operation.method}</span>${operation.summary}</a></li>`

/** The reference for people: one page that reads without a script and under a policy without inline code. */
export function referencePage(): string {
  const groups = [...new Set(operations.map(({ tag }) => tag))].map(
    (tag) => [tag, operations.filter((one) => one.tag === tag)] as const,
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
<a class="skip" href="#calls">To the calls</a>
<div class="layout">
<nav aria-label="Calls">
<a class="home" href="/admin">Dashboard</a>
<label hidden>Find a call<input type="search" autocomplete="off" spellcheck="false"></label>
<p class="found" role="status"></p>
${groups.map(([tag, list]) => html`<section data-group="${tag}"><h2>${tag}</h2><ul>${list.map(link)}</ul></section>`)}
</nav>
<main id="calls">
<h1>API reference</h1>
<div class="lead">
<p>${prose('All calls take and give JSON; instants are ISO 8601 in UTC. The session is a cookie that signing in sets, and what changes something is taken from pages of this origin only.')}</p>
<p>${prose('A failed call is answered with `error` (a text for people), `code`, often `fields` (messages by field), and the `requestId` under which the logs know the call.')}</p>
<p><a href="/api/docs/openapi.json">The same as OpenAPI 3.1</a></p>
</div>
${groups.map(([tag, list]) => html`<h2 data-group="${tag}">${tag}</h2>${list.map(article)}`)}
</main>
</div>
</body>
</html>
`
  return markup
}
