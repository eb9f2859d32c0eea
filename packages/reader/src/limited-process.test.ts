import { expect, test } from 'vitest'
import { startLimited } from './limited-process'

const program = Bun.resolveSync('./program.fixture', import.meta.dirname)

test('a program that exits before it is killed for a limit has ended by that limit', async () => {
  const { child, stop, cause, close } = startLimited(program, { maxBytes: 200_000_000 })
  await child.stdin.end()
  expect(await child.exited).toBe(0)
  stop('output')
  expect(await cause()).toBe('output')
  close()
})
