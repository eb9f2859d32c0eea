import { escapeHtml } from '@app/contracts/escape-html'

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; }
main { max-width: 26rem; margin: 0 auto; }
h1 { font-size: 1.375rem; margin: 0 0 .5rem; }
form { display: grid; gap: .75rem; margin: 1rem 0; }
label { font-weight: 600; }
label.check { font-weight: 400; }
input[type=email], button { font: inherit; padding: .625rem .75rem; border: 1px solid #767676; border-radius: .5rem; }
button { cursor: pointer; overflow-wrap: anywhere; text-align: start; }
button.main { background: #1d4ed8; border-color: #1d4ed8; color: #fff; text-align: center; }
button:focus-visible, input:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`

const known = (email: string) =>
  `<form method="post"><input type="hidden" name="email" value="${escapeHtml(email)}">` +
  `<input type="hidden" name="verified" value="on"><button name="decision" value="allow">Continue as ${escapeHtml(email)}</button></form>`

/** Interactive sign-in page of the test provider; no password. */
export const signInPage = (suggestions: readonly string[]) =>
  page(
    'Local sign-in',
    `<p>This page stands in for Google on this machine. Any address will do.</p>
${suggestions.map(known).join('\n')}
<form method="post">
<label for="email">Email address</label>
<input id="email" name="email" type="email" required autocomplete="email" autofocus>
<label class="check"><input type="checkbox" name="verified" checked> This address is verified</label>
<label class="check"><input type="checkbox" name="foreign"> Another provider hosts its mail</label>
<button class="main" name="decision" value="allow">Continue</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</form>`,
  )

export const errorPage = (reason: string) =>
  page('Sign-in is not possible', `<p>${escapeHtml(reason)}</p><p>Close this window and start again.</p>`)
