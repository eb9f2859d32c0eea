import { until } from '../../support/until'

type Message = { to: { address: string }[]; subject: string; text: string; date?: string }

/** The newest login code in the mail box for an address. */
export const latestCode = (mailUrl: string, email: string): Promise<string> =>
  until(`a code for ${email}`, async () => {
    const messages = (await (await fetch(`${mailUrl}/api/messages`)).json()) as Message[]
    const mine = messages.filter(({ to, text }) => to[0]?.address === email && /\b\d{6}\b/.test(text))
    return /\b\d{6}\b/.exec(mine[0]?.text ?? '')?.[0]
  })
