import { expect, test } from 'vitest'
import { mailProcess } from './mail-process'
import { readMail } from './read-mail'

const program = Bun.resolveSync('../mail-reader', import.meta.dirname)
const wide = {
  ...{ timeoutMs: 60_000, processorMs: 20_000 },
  ...{ maxBytes: 200 * 1024 * 1024, maxOutputBytes: 32 * 1024 * 1024, restBytes: 200 * 1024 * 1024 },
}

async function withReader(check: (read: ReturnType<typeof mailProcess>['read']) => Promise<void>, change = {}) {
  const reader = mailProcess(program, { ...wide, ...change })
  try {
    await check(reader.read)
  } finally {
    reader.close()
  }
}

const headers = ['From: Zoe <zoe@example.com>', 'Subject: Party', 'In-Reply-To: <a@x>', 'Message-ID: <m@x>']
const withFile = Buffer.from(
  [
    ...[...headers, 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Both of us come.'],
    ...['--b', 'Content-Type: application/octet-stream; name=a.bin', 'Content-Transfer-Encoding: base64', ''],
    ...['AAECAwQF', '--b', 'Content-Type: application/octet-stream; name=b.bin', '', 'second', '--b--'],
  ].join('\r\n'),
)

test('a mail is read as it would be in this process, with the bytes of its files', async () => {
  await withReader(async (read) => {
    const given = await read(withFile)
    const expected = await readMail(withFile)
    expect(given.content).toEqual(expected.content)
    expect(given.answers).toEqual(['<a@x>'])
    expect(given.attachments.map(({ name, bytes }) => [name, [...bytes!]])).toEqual(
      expected.attachments.map(({ name, bytes }) => [name, [...bytes!]]),
    )
    expect([...given.attachments[0]!.bytes!]).toEqual([0, 1, 2, 3, 4, 5])
  })
})

test.each([
  ['time', { processorMs: -1 }, 'too long'],
  ['memory', { maxBytes: 1_000_000 }, 'too much memory'],
  ['output', { maxOutputBytes: 10 }, 'unpacks to too much'],
])('a mail that exceeds the limit of %s is kept with the reason, and does not fail', async (_, change, note) => {
  await withReader(async (read) => {
    expect(await read(withFile)).toMatchObject({
      content: { readable: false, note: expect.stringContaining(note), text: '' },
      attachments: [],
    })
  }, change)
})

test('of a mail whose content is beyond the limits the header is read still', async () => {
  const file = ['--b', 'Content-Type: application/octet-stream; name=c.bin', '', 'x'.repeat(60_000)]
  const large = Buffer.from(
    [...headers, 'Content-Type: multipart/mixed; boundary=b', '', ...file, '--b--'].join('\r\n'),
  )
  await withReader(
    async (read) => {
      expect(await read(large)).toMatchObject({
        content: { readable: false, subject: 'Party', from: { address: 'zoe@example.com' }, message_id: '<m@x>' },
        answers: ['<a@x>'],
      })
      // The next mail is none the worse.
      expect((await read(withFile)).content.readable).toBe(true)
    },
    { maxOutputBytes: 50_000 },
  )
})

const runOf = (count: number, piece: string) => piece.repeat(Math.ceil(count / piece.length)).slice(0, count)
const quotedPrintable = (body: string) => [
  ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: application/octet-stream; name=a.bin'],
  ...['Content-Transfer-Encoding: quoted-printable', '', body, '--b--'],
]

test.each([
  ['a run of blanks in quoted-printable', quotedPrintable(`a${runOf(400_000, ' ')}b`)],
  ['lines of 990 blanks', quotedPrintable(runOf(8_000_000, `${runOf(990, ' ')}\r\n`))],
  ['soft breaks only', quotedPrintable(runOf(2_000_000, '=\r\n'))],
  [
    'a text of blanks',
    ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', '', runOf(900_000, ' ')],
  ],
  ['markup of blanks', ['Content-Type: text/html', '', `<p>${runOf(290_000, ' ')}`]],
  ['10,000 parts', ['Content-Type: multipart/mixed; boundary=b', '', runOf(60_000, '--b\r\n\r\n')]],
])('%s is read within five seconds of the processor, or has a note', async (_, lines) => {
  await withReader(
    async (read) => {
      const { content } = await read(Buffer.from([...headers, ...lines].join('\r\n')))
      expect(content.readable, String(content.note)).toBe(true)
    },
    { processorMs: 5_000 },
  )
})
