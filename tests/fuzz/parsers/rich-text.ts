import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { plainText } from '@app/table-schema'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment, defaultTreeAdapter as tree } from 'parse5'
import { hostileText, mutatedText } from '../hostile-text'
import { hold, target } from '../target'

const markup = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<a href="',
  '<a href=',
  '">',
  '>',
  '<',
  '</',
  'javascript:',
  'JaVaScRiPt:',
  'https://a.example',
  'mailto:a@b.c',
  '&#106;',
  '&colon;',
  '<script>',
  '</script>',
  '<svg',
  '<math>',
  '<mglyph>',
  '<style>',
  '</style>',
  '<img src=x onerror=',
  '<iframe srcdoc="',
  ' onclick=alert(1)',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<noscript>',
  '<template>',
  '<table>',
  '<form>',
  '<input autofocus onfocus=',
  '<textarea>',
  '<title>',
  '<xmp>',
  '<br/>',
  '<h2>',
  '<ul><li>',
  ' style="',
  ' xlink:href=',
  '&lt;',
  '&gt;',
  '&quot;',
  '&NewLine;',
  '\u0000',
]
const tags = new Set('p br b i u a ul ol li h2 h3'.split(' '))
type Node = DefaultTreeAdapterMap['childNode']

/** The sanitizer's allowlist again, checked against the tree a browser builds. */
function onlyHarmless(node: Node): boolean {
  if (tree.isTextNode(node)) return true
  if (!tree.isElementNode(node) || !tags.has(node.tagName)) return false
  const isPlain = node.attrs.every(
    ({ name, value }) =>
      node.tagName === 'a' && name === 'href' && /^(?:https?:\/\/|mailto:)[^\p{Cc}\s]+$/iu.test(value),
  )
  return isPlain && node.childNodes.every(onlyHarmless)
}

export const richText = target({
  name: 'rich text',
  input: fc.oneof(
    { weight: 3, arbitrary: hostileText(markup, 14) },
    {
      weight: 1,
      arbitrary: mutatedText([
        '<p>Bring <b>water</b> and <a href="https://a.example">this</a></p>',
        '<ul><li>One<li>Two</ul>',
        '<a href="javascript:alert(1)">x</a>',
      ]),
    },
  ),
  check(html) {
    const clean = cleanRichText(html)
    hold(cleanRichText(clean) === clean, 'cleaned again it is something else')
    hold(
      (parseFragment(clean) as DefaultTreeAdapterMap['documentFragment']).childNodes.every(onlyHarmless),
      `something is left in ${JSON.stringify(clean)}`,
    )
    plainText(clean)
    return clean !== ''
  },
})
