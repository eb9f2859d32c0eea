import { serveFrames } from './serve-reader'

/** A program that does what it is told, for the tests of its limits. */
await serveFrames(async (question) => {
  const [what, count] = question.toString().split(' ')
  if (what === 'loop') for (;;);
  if (what === 'wait') await new Promise(() => {})
  if (what === 'fail') throw new Error('told to')
  if (what === 'exit') process.exit(0)
  if (what === 'die') process.kill(process.pid, 'SIGTERM')
  if (what === 'grow') {
    const held: Uint8Array[] = []
    for (;;) held.push(new Uint8Array(10_000_000).fill(1))
  }
  if (what === 'long') return [new Uint8Array(Number(count))]
  if (what === 'pid') return [Buffer.from(String(process.pid))]
  if (what === 'environment') return [await Bun.file('/proc/self/environ').bytes()]
  return [question, question]
}, 10_000_000)
