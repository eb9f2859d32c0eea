export const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; min-height: 100vh; }
nav { border-right: 1px solid #8886; overflow: auto; max-height: 100vh; position: sticky; top: 0; }
nav p { margin: 0; padding: .75rem 1rem; }
ol { list-style: none; margin: 0; padding: 0; }
nav a { display: grid; padding: .75rem 1rem; border-top: 1px solid #8884; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { background: #8882; }
nav a[aria-current] { background: #8883; box-shadow: inset 4px 0 #2563eb; }
nav span, time { font-size: .875rem; opacity: .85; }
main { padding: 1rem 1.5rem; min-width: 0; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 1rem; border: 1px solid #8886; border-radius: .5rem; }
form { display: grid; gap: .5rem; justify-items: start; }
textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; }
button { font: inherit; padding: .5rem 1rem; }
form p { margin: 0; }
iframe { width: 100%; height: 32rem; border: 1px solid #8886; border-radius: .5rem; background: #fff; color-scheme: light; }
@media (max-width: 45rem) { body { grid-template-columns: 1fr; } nav { max-height: 40vh; position: static; border: 0; border-bottom: 1px solid #8886; } }
`

/** Fetches the page every two seconds and replaces the list when new mail has arrived; the open mail and the focus stay. */
export const pageScript = `
const list = document.getElementById('mails')
const count = document.getElementById('count')
const empty = list.children.length === 0
async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href).catch(() => undefined)
  if (!answer || !answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.getElementById('mails')
  const hrefs = (from) => [...from.querySelectorAll('a')].map((link) => link.getAttribute('href')).join()
  if (hrefs(fresh) === hrefs(list)) return
  if (empty) return location.reload()
  const open = list.querySelector('[aria-current]')?.getAttribute('href')
  const focused = list.contains(document.activeElement) && document.activeElement.getAttribute('href')
  list.replaceChildren(...fresh.children)
  count.textContent = page.getElementById('count').textContent
  for (const link of list.querySelectorAll('a')) {
    link.toggleAttribute('aria-current', false)
    if (link.getAttribute('href') === open) link.setAttribute('aria-current', 'page')
    if (link.getAttribute('href') === focused) link.focus()
  }
}
setInterval(refresh, 2000)
const form = document.getElementById('reply')
form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [text, note, button] = ['answer', 'answered'].map((id) => document.getElementById(id)).concat(form.querySelector('button'))
  button.disabled = true
  const answer = await fetch('/api/messages/' + form.dataset.id + '/reply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: text.value }),
  }).catch(() => undefined)
  button.disabled = false
  if (answer?.ok) text.value = ''
  note.textContent = answer?.ok ? 'Sent.' : ((await answer?.json().catch(() => undefined))?.error ?? 'It could not be sent.')
})
`
