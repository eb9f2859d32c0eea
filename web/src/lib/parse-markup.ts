type Policies = { createPolicy(name: string, rules: { createHTML(text: string): string }): typeof unchanged }
const unchanged = { createHTML: (text: string) => text }

/** One of the two Trusted Types policies in the CSP; the editor of rich text creates the other one for pasted text. */
const policy =
  (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('rich-text-reader', unchanged) ?? unchanged

/** The nodes of markup in a document of their own, in which no script runs and nothing loads. */
export const parseMarkup = (markup: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(markup), 'text/html').body
