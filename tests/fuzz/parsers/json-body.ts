import { AppError } from '@app/contracts/errors'
import { parseJson } from '@app/service/call-input'
import fc from 'fast-check'
import { hostileText, hostileValue, mutatedText, prototypesAreClean } from '../hostile-text'
import { hold, target } from '../target'

const good = [
  '{"email":"a@b.co","otp":"123456"}',
  '{"a":{"b":[1,2,{"c":null}]}}',
  '[[[[[[[[1]]]]]]]]',
  '{"__proto__":{"x":1}}',
]

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
}

export const jsonBody = target({
  name: 'JSON body',
  input: fc.oneof(
    mutatedText(good),
    hostileValue.map((value) => JSON.stringify(value) ?? ''),
    hostileText(['{', '}', '[', ']', '"', ':', ',', '\\u0000', '"__proto__":', 'null', '1e999'], 30),
  ),
  check(text) {
    try {
      const value = parseJson(text)
      hold(depthOf(value) <= 8, 'nested too deep')
      hold(!/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)), 'a key that reaches a prototype')
      hold(JSON.stringify(value) === JSON.stringify(JSON.parse(text)), 'it is read as something else')
      return true
    } catch (error) {
      hold(error instanceof AppError, String(error))
      hold(error.code === 'invalid_request', `refused as ${error.code}`)
      return false
    } finally {
      hold(prototypesAreClean(), 'something reached what all objects share')
    }
  },
})
