import * as v from 'valibot'
import { type Call, type CallDoc, call, doc } from './call'
import { adminChange, adminRead } from './policy'

/**
 * The calls by which admins read and change settings of the school; `version` recognizes a change by someone else. Their ids are
 * `read` and `change` with the noun. `shown`: the settings as they are read.
 */
export function settingsCalls<
  const Noun extends string,
  Settings extends v.GenericSchema,
  Shown extends v.GenericSchema,
>(noun: Noun, path: Call['path'], settings: Settings, shown: Shown) {
  const stored = v.object({ settings: shown, version: v.string() })
  return {
    read: call({ id: `read${noun}`, method: 'get', path, ...adminRead, response: { 200: stored } }),
    change: call({
      id: `change${noun}`,
      method: 'put',
      path,
      ...adminChange,
      audit: { action: 'settings' },
      body: { schema: v.strictObject({ settings, version: v.string() }) },
      response: { 200: stored },
      errors: ['invalid_input', 'conflict'],
    }),
  }
}

type Prose = { summary: string; description: string }

/** The prose of these calls; `settings` is their example. */
export function settingsDocs(
  { read, change }: ReturnType<typeof settingsCalls>,
  about: { tag: string; read: Prose; change: Prose; settings: object },
): CallDoc[] {
  const { tag } = about
  const example = { settings: about.settings, version: '2026-05-01T10:00:00.000Z' }
  return [
    doc(read, { tag, ...about.read, responses: { 200: { description: 'The settings.', example } } }),
    doc(change, {
      tag,
      ...about.change,
      body: { example },
      responses: { 200: { description: 'Changed. The settings afterwards.', example } },
      errors: {
        invalid_input: 'A setting is missing or not valid, or a text has an unknown placeholder.',
        conflict: 'Someone else has changed the settings since `version`.',
      },
    }),
  ]
}
