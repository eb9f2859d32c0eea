import { escapeHtml } from '@app/contracts/escape-html'

/** Markup that is safe as it stands. */
export type Markup = { readonly markup: string }

type Part = Markup | string | number | readonly Part[] | false | undefined

const render = (part: Part): string => {
  if (part === false || part === undefined) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return typeof part === 'object' ? (part as Markup).markup : escapeHtml(String(part))
}

/** Markup with values in it; a text among them is shown as it is. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: texts.map((text, at) => text + render(parts[at])).join(''),
})

/** A text in which `…` marks code. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
