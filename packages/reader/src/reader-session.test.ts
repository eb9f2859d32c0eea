import { expect, test } from 'vitest'
import { readerSession } from './reader-session'

const program = Bun.resolveSync('./program.fixture', import.meta.dirname)
const limits = {
  ...{ timeoutMs: 20_000, processorMs: 10_000 },
  ...{ maxBytes: 200_000_000, maxOutputBytes: 1_000_000, restBytes: 150_000_000 },
}

async function withSession(check: (ask: (what: string) => Promise<string>) => Promise<void>, change = {}) {
  const session = readerSession(program, { ...limits, ...change })
  try {
    await check(async (what) => String(await session.ask([Buffer.from(what)])))
  } finally {
    session.close()
  }
}

test('one process answers many questions of any length, without what the service knows', async () => {
  await withSession(async (ask) => {
    const pid = await ask('pid')
    for (const length of [0, 1, 70_000, 300_000]) expect(await ask('x'.repeat(length))).toBe('x'.repeat(2 * length))
    expect(await ask('pid')).toBe(pid)
    expect(await ask('environment')).toBe('MALLOC_ARENA_MAX=1\0')
  })
})

test.each([
  ['a question without end', 'loop', 'time', { processorMs: 1_000 }],
  ['an answer that never comes', 'wait', 'time', { timeoutMs: 2_000 }],
  ['a question that fills the memory', 'grow', 'memory', {}],
  ['an answer that is too long', 'long 1000001', 'output', {}],
  ['a fault', 'fail', 'ended', {}],
  ['an end without an answer', 'exit', 'ended', {}],
  ['an end from outside', 'die', 'killed', {}],
])('%s ends the process, and the next question is answered by another', async (_, what, because, change) => {
  await withSession(async (ask) => {
    const pid = await ask('pid')
    await expect(ask(what)).rejects.toMatchObject({ because })
    expect(await ask('pid')).not.toBe(pid)
    expect(await ask('long 1000000')).toHaveLength(1_000_000)
  }, change)
})

test('a process that holds much memory is replaced', async () => {
  await withSession(
    async (ask) => {
      const pid = await ask('pid')
      expect(await ask('pid')).not.toBe(pid)
    },
    { restBytes: 1_000_000 },
  )
})
