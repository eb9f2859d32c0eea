import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { fileStream } from './file-stream'

const type = 'multipart/form-data; boundary=XX'
const part = (content: string, about = 'name="file"; filename="a b.csv"') =>
  `--XX\r\nContent-Disposition: form-data; ${about}\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`

/** A request whose body arrives in these pieces. */
const request = (pieces: readonly string[], contentType = type) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  return new Request('http://localhost/', { method: 'POST', headers: { 'content-type': contentType }, body })
}
async function read(of: Request) {
  const { name, bytes } = await fileStream(of)
  const found: Uint8Array[] = []
  for await (const piece of bytes) found.push(Uint8Array.from(piece))
  return { name, content: Buffer.concat(found).toString() }
}

test.each(['', 'x', 'name\r\nAda\r\n', 'ends like a part\r\n--X', '\r\n--', `${'long '.repeat(20)}\r\n`])(
  'the content %j is read wherever the body is cut',
  async (content) => {
    const whole = `${part(content)}--XX--\r\n`
    for (let cut = 0; cut <= whole.length; cut++)
      expect(await read(request([whole.slice(0, cut), whole.slice(cut)]))).toEqual({ name: 'a b.csv', content })
    expect(await read(request([...whole]))).toEqual({ name: 'a b.csv', content })
  },
)

test('a form as the runtime writes it is read, with its file name', async () => {
  const form = new FormData()
  form.set('file', new File(['name\r\nÄda'], 'schüler "1".csv', { type: 'text/csv' }))
  const sent = new Request('http://localhost/', { method: 'POST', body: form })
  expect(await read(sent)).toEqual({ name: 'schüler "1".csv', content: 'name\r\nÄda' })
})

const one = 'Send one part named "file", and in it the file.'
const broken = 'The request body cannot be read.'
test.each([
  [[`${part('x')}${part('y')}--XX--`], type, one],
  [[`${part('x', 'name="other"; filename="a.csv"')}--XX--`], type, one],
  [[`${part('x', 'name="file"')}--XX--`], type, one],
  [[part('x')], type, broken],
  [[part('x').slice(0, -2)], type, broken],
  [['--XX\r\nContent-Disposition'], type, broken],
  [['x'.repeat(40_000)], type, broken],
  [[], type, broken],
  [[part('x')], 'multipart/form-data', broken],
])('the body %j is refused: %s %s', async (pieces, contentType, message) => {
  const error = await read(request(pieces, contentType)).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'invalid_request', message })
})
