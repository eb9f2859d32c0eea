import * as v from 'valibot'
import { type Call, doc, get, put } from './call'
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
    read: get(`read${noun}`, path, { ...adminRead, response: { 200: stored } }),
    change: put(`change${noun}`, path, {
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
  about: { read: Prose; change: Prose; settings: object },
) {
  const example = { settings: about.settings, version: '2026-05-01T10:00:00.000Z' }
  return [
    doc(read, { ...about.read, responses: { 200: { description: 'The settings.', example } } }),
    doc(change, {
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
