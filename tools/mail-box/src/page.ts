import { escapeHtml } from '@app/contracts/escape-html'
import type { Mailbox, Message } from './message'
import { pageScript, pageStyle } from './page-assets'

const shown = ({ name, address }: Mailbox) => (name ? `${name} <${address}>` : address)
const subjectOf = (message: Message) => message.subject || '(no subject)'
const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`

function entry(message: Message, selected: boolean) {
  return `<li><a href="/?id=${encodeURIComponent(message.id)}"${selected ? ' aria-current="page"' : ''}>
<strong>${escapeHtml(subjectOf(message))}</strong>
<span>To ${escapeHtml(message.to.map(shown).join(', '))}</span>
${time(message.date)}</a></li>`
}

/** Sandboxed without scripts; links open in a new tab. */
function frame(message: Message) {
  const content = `<!doctype html><base target="_blank">${message.html}`
  return `<h2>HTML</h2>
<iframe title="${escapeHtml(subjectOf(message))}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(content)}"></iframe>`
}

/** Answers as the person the mail is to. */
const replyForm = (message: Message) => `<h2>Answer as ${escapeHtml(message.to.map(shown).join(', '))}</h2>
<form id="reply" data-id="${escapeHtml(message.id)}">
<label for="answer">Text</label>
<textarea id="answer" rows="5" required maxlength="100000"></textarea>
<button>Send answer</button>
<p role="status" id="answered"></p>
</form>`

function messageView(message: Message, canReply: boolean) {
  const lines: [string, string][] = [
    ['From', escapeHtml(shown(message.from))],
    ['To', escapeHtml(message.to.map(shown).join(', '))],
    ['Reply-To', message.replyTo ? escapeHtml(shown(message.replyTo)) : '–'],
    ['Date', time(message.date)],
  ]
  return `<h1>${escapeHtml(subjectOf(message))}</h1>
<dl>${lines.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>Text</h2>
<pre tabindex="0">${escapeHtml(message.text)}</pre>
${canReply ? replyForm(message) : ''}
${message.html ? frame(message) : ''}`
}

/** The page: a list of emails and the selected one, usable without JavaScript. */
export function mailPage(messages: readonly Message[], selectedId: string, nonce: string, canReply = false): string {
  const open = selectedId ? messages.find(({ id }) => id === selectedId) : messages[0]
  const list = messages.map((message) => entry(message, message === open)).join('\n')
  const emptyText = selectedId
    ? 'This email is no longer stored.'
    : 'No emails yet. New ones appear here automatically.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${open ? `${escapeHtml(subjectOf(open))} · ` : ''}Mail box</title>
<style>${pageStyle}</style>
</head>
<body>
<nav aria-label="Emails">
<p role="status" id="count">${messages.length} ${messages.length === 1 ? 'email' : 'emails'}</p>
<ol id="mails">
${list}
</ol>
<p><a href="/samples">All emails with sample values</a></p>
</nav>
<main>
${open ? messageView(open, canReply) : `<h1>Mail box</h1><p>${emptyText}</p>`}
</main>
<script nonce="${nonce}">${pageScript}</script>
</body>
</html>
`
}
