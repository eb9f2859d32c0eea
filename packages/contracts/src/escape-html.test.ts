import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html'

test('every character that could end a text or an attribute is escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>R&D</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;',
  )
})
