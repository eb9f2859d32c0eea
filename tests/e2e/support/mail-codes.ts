import { until } from '../../support/until'

type Message = { to: { address: string }[]; subject: string; text: string; date?: string }

/** The newest login code in the mail box for an address. */
export const latestCode = (mailUrl: string, email: string, sentBefore = 0): Promise<string> =>
  until(`a code for ${email}`, async () => {
    const mine = await codeMails(mailUrl, email)
    return mine.length > sentBefore && /\b\d{6}\b/.exec(mine[0]?.text ?? '')?.[0]
  })

/** The mails with a code for an address, newest first. */
export async function codeMails(mailUrl: string, email: string): Promise<Message[]> {
  const messages = (await (await fetch(`${mailUrl}/api/messages`)).json()) as Message[]
  return messages.filter(({ to, text }) => to[0]?.address === email && /\b\d{6}\b/.test(text))
}
