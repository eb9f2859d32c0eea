import { trustedHost } from './correspondents'
import { crlf, type Kind, multipart, part, text } from './mail-text'

const passes = (host: string) => `Authentication-Results: ${host}; spf=pass; dmarc=pass header.from=visitors.example`
const unmatched = { state: 'unmatched', inquiry: null } as const

/** A visitor who answers: with whatever the mail is, it belongs to the conversation. */
const answering =
  (more: (about: { id: string; olderId: string; n: number }) => Partial<ReturnType<Kind>>): Kind =>
  ({ seeded, people, n }) => {
    const { id, email, messageId, olderId } = seeded.pick(people.talking)
    const headers = [`In-Reply-To: ${messageId}`]
    return { state: 'threaded', inquiry: id, from: email, headers, ...more({ id: messageId, olderId, n }) }
  }

const quotation = crlf('On Mon, Nov 23, 2026 at 9:02 AM School <no-reply@archery.example> wrote:', '> Which day?', '')

/** Mail of people. */
export const kindsOfPeople: Record<string, Kind> = {
  answer: answering(() => ({})),
  'answer to an older mail': answering(({ olderId }) => ({ headers: [`In-Reply-To: ${olderId}`] })),
  'answer by References only': answering(({ id, olderId }) => ({ headers: [`References: ${olderId}`, `\t${id}`] })),
  'answer whose In-Reply-To names another mail': answering(({ id }) => ({
    headers: ['In-Reply-To: <other@elsewhere.example>', `References: <x@y> ${id}`],
  })),
  'answer by its subject only': ({ seeded, people }) => {
    const { id, email, token } = seeded.pick(people.talking)
    const proof = { headers: [passes(trustedHost)], source: 'imap' as const }
    return { state: 'threaded', inquiry: id, from: email, subject: `AW: Re: Hi [#${token}]`, ...proof }
  },
  'answer by its subject only, whose sender nobody proves': ({ seeded, people }) => {
    const { email, token } = seeded.pick(people.talking)
    return { ...unmatched, from: email, subject: `AW: Re: Hi [#${token}]` }
  },
  'a subject of ours from a stranger': ({ seeded, people }) => ({
    ...unmatched,
    subject: `Fwd: Hi [#${seeded.pick(people.quiet).token}]`,
  }),
  'forged token in a subject': ({ seeded, people }) => ({
    ...unmatched,
    ...{ from: seeded.pick(people.quiet).email, subject: 'Re: Hi [#0000000000]' },
  }),
  'token of another conversation': ({ seeded, people }) => ({
    ...unmatched,
    ...{ from: people.quiet[0]!.email, subject: `Re: Hi [#${seeded.pick(people.quiet.slice(1)).token}]` },
  }),
  'answer from another address': answering(({ n }) => ({ from: `"Betty" <other${n}@home.example>` })),
  'answer with a quotation': answering(({ n }) => ({ body: text(crlf(`Yes, ${n}.`, '', quotation)) })),
  'answer with two forms of the text': answering(({ n }) => ({
    body: multipart('alternative', text(`Yes, ${n}.`), part('Content-Type: text/html', `<p>Yes, <b>${n}</b>.</p>`)),
  })),
  'answer with files': answering(({ n }) => ({
    body: multipart(
      'mixed',
      text(`See the files of ${n}.`),
      part(
        'Content-Type: image/png; name="../a.png"\r\nContent-Transfer-Encoding: base64',
        Buffer.from(`not a picture ${n}`).toString('base64'),
      ),
      part('Content-Type: application/pdf; name=b.pdf\r\nContent-Disposition: attachment', `%PDF-1.4 ${n}`),
    ),
  })),
  'answer that a filter flagged': answering(({ id }) => ({ headers: ['X-Spam-Flag: YES', `In-Reply-To: ${id}`] })),
  'the only inquiry of a proven sender': answering(() => ({ headers: [passes(trustedHost)], source: 'imap' })),
  'a proof of another server': ({ seeded, people }) => ({
    ...unmatched,
    ...{ from: seeded.pick(people.talking).email, headers: [passes('mx.elsewhere.example')] },
  }),
  'a proof that the sender wrote': ({ seeded, people }) => ({
    ...unmatched,
    ...{ from: seeded.pick(people.talking).email, headers: [passes(trustedHost)], source: 'smtp' as const },
  }),
  'a known sender without proof': ({ seeded, people }) => ({ ...unmatched, from: seeded.pick(people.talking).email }),
  'a sender with two inquiries': ({ seeded, people }) => ({
    ...unmatched,
    ...{ from: seeded.pick(people.doubled), headers: [passes(trustedHost)], source: 'imap' as const },
  }),
  stranger: () => unmatched,
  'forged id without MAC': ({ seeded, people }) => {
    const { id } = seeded.pick(people.quiet)
    return { ...unmatched, headers: [`In-Reply-To: <${id}.reply-one@localhost>`] }
  },
  'forged MAC': ({ seeded, people }) => {
    const { messageId } = seeded.pick(people.quiet)
    const wrong = messageId.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`)
    return { ...unmatched, headers: [`In-Reply-To: ${wrong}`, `References: ${wrong}`] }
  },
  'MAC of another conversation': ({ seeded, people }) => {
    const [one, other] = [people.quiet[0]!, seeded.pick(people.quiet.slice(1))]
    const wrong = one.messageId.replace(/^<[0-9a-f]{24}/, `<${other.id}`)
    return { ...unmatched, headers: [`In-Reply-To: ${wrong}`] }
  },
  'flagged as spam': () => ({ state: 'spam', inquiry: null, headers: ['X-Spam-Flag: YES'] }),
  'a sender who was marked as spam': ({ seeded, people }) => ({
    ...{ state: 'spam' as const, inquiry: null, from: seeded.pick(people.marked) },
  }),
  'a Message-ID that is used twice': ({ mark }) => ({ ...unmatched, messageId: `<${mark}.same@elsewhere.example>` }),
  'one that comes by several ways': ({ seeded }) => ({ ...unmatched, copies: seeded.between(1, 4) }),
}
