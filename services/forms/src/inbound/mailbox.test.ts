import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openMailbox } from './mailbox'

/** A mail server that lets in who has `token-1`, and notes what it was given. */
async function mailServer() {
  const given: string[] = []
  const server = createServer((socket) => {
    const answer = (line: string) => {
      const [tag, command = '', mechanism = '', credentials = ''] = line.split(' ')
      if (command === 'AUTHENTICATE') {
        const read = Buffer.from(credentials, 'base64').toString()
        given.push(`${mechanism} ${read}`)
        const isRight = read.includes('auth=Bearer token-1\u0001')
        return socket.write(isRight ? `${tag} OK in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] wrong token\r\n`)
      }
      if (command === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2\r\n')
      if (command === 'LIST') socket.write('* LIST () "/" "INBOX"\r\n')
      if (command === 'SELECT') socket.write('* 0 EXISTS\r\n* OK [UIDVALIDITY 7] same\r\n* OK [UIDNEXT 1] next\r\n')
      socket.write(`${tag} OK done\r\n`)
    }
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line) answer(line)
    })
    socket.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] ready\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailbox = { host: '127.0.0.1', port, secure: false, user: 'desk@archery.example', folder: 'INBOX' }
  return { mailbox, given, close: () => server.close() }
}

test('a mailbox is opened with an access token, by XOAUTH2', async () => {
  const { mailbox, given, close } = await mailServer()
  const box = await openMailbox(mailbox, { accessToken: 'token-1' })
  expect(box.validity).toBe('7')
  box.close()
  expect(given).toEqual(['XOAUTH2 user=desk@archery.example\u0001auth=Bearer token-1\u0001\u0001'])
  close()
})

test('a token that the mail server refuses is no fault of the connection', async () => {
  const { mailbox, close } = await mailServer()
  await expect(openMailbox(mailbox, { accessToken: 'token-2' })).rejects.toMatchObject({ authenticationFailed: true })
  close()
})
