import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanRichText } from './rich-text-cleaner'

/** Everything that may come out: known elements without attributes, links to the outside, and text. */
const harmless =
  /^(?:[^<>]|<(?:p|b|i|u|ul|ol|li|h2|h3)>|<\/(?:p|b|i|u|a|ul|ol|li|h2|h3)>|<br \/>|<a(?: href="(?:https?:\/\/|mailto:)[^"<>\s]+")?>)*$/i

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x`y" onerror="alert(1)">',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><img title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)">',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="data:text/html,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/api/logout">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="x" target=_blank>x</a>',
  '<a href="https://ok.example/&quot;onmouseover=alert(1)">x</a>',
  "<a href='https://ok.example/\"><img src=x onerror=alert(1)>'>x</a>",
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p onclick="alert(1)" id="x" class="y">x</p>',
  '<body onload=alert(1)>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css";</style>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<table background="javascript:alert(1)">',
  '<div><!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<b <script>alert(1)</script>0',
  '<p/onclick=alert(1)>x',
  '<a\thref\n=\r"javascript:alert(1)"\f>x',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '\u0000<script\u0000>alert(1)</script>',
  '<ul><li><ul><li><a href="https://a.example">x',
  '<p>'.repeat(300),
]

test.each(attacks)('X1: nothing that runs is left of %j', (html) => {
  const clean = cleanRichText(html)
  expect(clean).toMatch(harmless)
  expect(cleanRichText(clean)).toBe(clean)
})

test('X1: what the editor makes stays as it is, in its short form', () => {
  const text =
    '<h2>Bows</h2><p>One <b>bold</b> <i>word</i> <u>here</u><br /><a href="https://a.example/?x=1&amp;y=2">link</a></p>' +
    '<ul><li><p>a</p></li></ul><ol><li>b &lt; c</li></ol>'
  expect(cleanRichText(text)).toBe(text)
  expect(cleanRichText('<p><strong>a</strong><em>b</em><a href="mailto:a@b.co">c</a></p>')).toBe(
    '<p><b>a</b><i>b</i><a href="mailto:a@b.co">c</a></p>',
  )
})

test('X1: 20,000 mutations of attacks leave nothing that runs, and cleaning twice is cleaning once', () => {
  const pieces = [
    ...attacks.filter((attack) => attack.length < 200),
    ...[
      '<',
      '>',
      '"',
      "'",
      '`',
      '/',
      '=',
      '<!--',
      '-->',
      '</',
      ' href=',
      ' onerror=alert(1)',
      'javascript:',
      '&#',
      ';',
    ],
    ...[
      '<p>',
      '</p>',
      '<a ',
      '<b>',
      '</svg>',
      '<svg>',
      '<math>',
      '</math>',
      '<style>',
      '</style>',
      '\u0000',
      '\n',
      '&lt;',
    ],
  ]
  const cut = fc.tuple(fc.constantFrom(...pieces), fc.nat(60), fc.nat(60)).map(([text, a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    return to - from < 5 ? text : text.slice(from, to)
  })
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 8 }), (parts) => {
      const clean = cleanRichText(parts.join(''))
      if (!harmless.test(clean)) throw new Error(clean)
      if (cleanRichText(clean) !== clean) throw new Error(`changes: ${clean}`)
    }),
    { numRuns: 20_000 },
  )
})
