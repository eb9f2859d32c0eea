import { analyse } from 'chardet'
import { codePage, decoderOf } from './code-pages'
import { foreignWords, isLatinWord } from './languages'

/** `cost`: how unlike words of any language a text is that is read so; 0 for words, 1 and more for noise. */
type Likely = { encoding: string; cost: number }

/** Encodings of lists and mails that a school gets, first the ones that are taken where nothing tells them apart. */
const usual = [
  'windows-1252',
  'macintosh',
  'gb18030',
  'shift_jis',
  'windows-1251',
  'big5',
  'euc-kr',
  'windows-1250',
  'windows-1255',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1253',
  'windows-1256',
  'windows-874',
  'x-mac-cyrillic',
  'x-mac-ce',
  'ibm850',
  'ibm852',
  'ibm857',
  'ibm862',
  'ibm737',
  'ibm869',
  'x-mac-greek',
]
/** Of these the detector needs more text than lists of names have. */
const latin: ReadonlySet<string> = new Set([
  'windows-1252',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'x-mac-ce',
  'ibm850',
  'ibm852',
  'ibm857',
])
export const wide: ReadonlySet<string> = new Set(['gb18030', 'shift_jis', 'big5', 'euc-kr', 'euc-jp'])

/** Signs that stand at a word without being a letter of it. */
const atWords = /[’‘“”–—…ªº«»¿¡°®™©€§•·\u00a0·、。「」]/u

/** Marks that open a quotation, and what ends it. */
const closing: Readonly<Record<string, RegExp>> = { '‘': /’/, '“': /”/, '„': /[“”]/, '‚': /[‘’]/, '‹': /›/ }

/** Cyrillic words without a vowel, and Greek ones without an accent. */
const unspoken = [/^[^аеёиоуыэюяіїє\P{sc=Cyrl}]+$/iu, /^[^άέήίόύώΐΰϊϋ\P{sc=Grek}\p{Lu}]+$/u]

const scripts = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Hebr}/u,
  /\p{sc=Arab}/u,
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々]/u,
  /\p{sc=Hang}/u,
]
const scriptOf = (sign: string) => scripts.findIndex((script) => script.test(sign))

/** Signs that names begin with, and that are frequent in them. */
const familiar: Readonly<Record<string, RegExp>> = {
  gb18030:
    /[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦方白邹孟熊秦邱江尹薛段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔汤小明伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛超霞平刚桂文华建国红玉春梅海波宇欣怡子涵浩然梓轩雨的一是学生不了我你他她们请问谢有在这来上个和可以时间课程想好您星期天]/u,
  big5: /[王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅鄭梁謝宋唐許韓馮鄧曹彭曾蕭田董袁潘蔣蔡余杜葉程蘇魏呂丁任沈姚盧江方白洪邱賴廖簡詹游小明偉芳美玲志家淑怡君雅婷俊傑建宏文華的一是學生不了我你他她們請問謝有在這來上個和可以時間課程想好您星期天]/u,
  'euc-kr':
    /[김이박최정강조윤장임한오서신권황안송류전홍유고문양손배백허남심노하곽성차주우구민지수현영은서준진희경호연아미선재원니다습합감사녕세요을를이가는에의도로고하해시기]/u,
  shift_jis: /[ぁ-んァ-ヶー田山川村木本藤佐中小高井野子美日月火水金土曜時分人大学校年]/u,
  'euc-jp': /[ぁ-んァ-ヶー田山川村木本藤佐中小高井野子美日月火水金土曜時分人大学校年]/u,
}

/** The noise in a reading: 0 for words of any language, 1 for noise. */
function noiseIn(text: string, bytes: Uint8Array, encoding: string): number {
  const open = new Set(Object.keys(closing).filter((mark) => !closing[mark]!.test(text)))
  let noise = 0
  let total = 0
  let latinSigns = 0
  const latinWords: string[] = []
  for (const word of text.match(/[\p{L}\p{M}\u0080-\uffff]+/gu) ?? []) {
    const signs = [...word]
    const beyond = signs.filter((sign) => sign > '\u007f')
    if (beyond.length === 0) continue
    total += beyond.length
    const letters = signs.filter((sign) => /[\p{L}\p{M}]/u.test(sign))
    const accented = beyond.filter((sign) => scriptOf(sign) === 0).length
    const parts = word.split(/[^\p{L}\p{M}]+/u)
    const isNoWord = accented >= 3 && accented * 2 > letters.length && !parts.every((one) => isLatinWord(one, encoding))
    if (accented > 0) latinWords.push(...parts.filter((one) => /[^\0-\x7f]/.test(one)))
    latinSigns += accented
    for (const [at, sign] of signs.entries()) {
      const before = signs[at - 1]
      if (sign <= '\u007f') {
        // Capitals after small letters: "OíNeil" is O’Neil.
        if (before && before > '\u007f' && /\p{Ll}/u.test(before) && /[A-Z]/.test(sign)) noise += 1
        continue
      }
      if (sign === '·') noise += at > 0 && at < signs.length - 1 ? 0.1 : 1
      else if (sign === '\ufffd' || /\p{Cc}|\p{Co}|\p{Cn}/u.test(sign)) noise += 2
      else if (/[\uff61-\uff9f]/u.test(sign)) noise += 0.8
      else if (open.has(sign)) noise += 1
      else if (/\p{sc=Hebr}/u.test(sign) && /\p{M}/u.test(sign)) noise += 0.3
      // Letters that only end a word.
      else if (/[ךםןףץς]/u.test(sign) && /\p{L}/u.test(signs[at + 1] ?? '')) noise += 1
      else if (/[ЂЃЉЊЌЋЏђѓљњќћџ]/u.test(sign)) noise += 0.3
      // Hebrew looks so: й behind a consonant, ъ at an end, signs at a start that only follow letters.
      else if (/й/i.test(sign) && before && /[^аеёиоуыэюяіїєьъ]/iu.test(before)) noise += 0.7
      else if (/ъ/i.test(sign) && at === signs.length - 1) noise += 0.7
      else if (/[ъьы]/i.test(sign) && at === 0) noise += 0.7
      else if (!/[\p{L}\p{M}]/u.test(sign))
        noise += atWords.test(sign) && (at === 0 || at === signs.length - 1 || /[’ー]/u.test(sign)) ? 0.1 : 1
      else if (before && /\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) noise += 1
      else if (before && /\p{Lu}/u.test(sign) && at > 1 && /\p{Ll}/u.test(signs[at - 2]!)) noise += 0.5
      else if (isNoWord && scriptOf(sign) === 0) noise += 1
      else if (familiar[encoding]?.test(sign)) noise -= 0.4
    }
    const kinds = new Set(letters.map(scriptOf))
    if (kinds.size > 1) noise += beyond.length * 0.8
    else if (letters.length > 2 && unspoken.some((pattern) => pattern.test(word))) noise += beyond.length * 0.3
  }
  if (total === 0) return 1
  const foreign = (foreignWords(latinWords, encoding) * latinSigns) / total
  return noise / total + foreign + (wide.has(encoding) ? rareIn(bytes, encoding) : 0)
}

/** Lead bytes of the letters that are used most, which these encodings put first. */
const frequent: Readonly<Record<string, (byte: number) => boolean>> = {
  gb18030: (byte) => byte >= 0xb0 && byte <= 0xd7,
  big5: (byte) => byte >= 0xa4 && byte <= 0xc6,
  'euc-kr': (byte) => byte >= 0xb0 && byte <= 0xc8,
  'euc-jp': (byte) => byte >= 0xa4 && byte <= 0xcf,
  shift_jis: (byte) => byte === 0x82 || byte === 0x83 || (byte >= 0x88 && byte <= 0x97),
}

/** The share of letters that are rare in this encoding. */
function rareIn(bytes: Uint8Array, encoding: string): number {
  const isFrequent = frequent[encoding]!
  let rare = 0
  let total = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    total++
    if (!isFrequent(byte)) rare++
    at++
  }
  return total === 0 ? 0 : (rare / total) * 0.9
}

/** The name that decoders know; those of ISO are the parts of Windows' that files of people have. */
export function encodingNamed(name: string): string | undefined {
  const lower = name.toLowerCase()
  const windows: Record<string, string> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-8': 'windows-1255',
    'iso-8859-9': 'windows-1254',
    ascii: 'windows-1252',
  }
  const encoding = windows[lower] ?? lower
  if (/^utf|^iso-2022/.test(encoding)) return undefined
  try {
    decoderOf(encoding)
    return encoding
  } catch {
    return undefined
  }
}

/** More tells no more, and takes long. */
const maxSample = 8 * 1024

/** The encodings that letters beyond ASCII may have, the most likely one first. */
export function likelyEncodings(bytes: Uint8Array, hasReturns = false): Likely[] {
  const sample = bytes.subarray(0, maxSample)
  const found = new Map(analyse(sample).map(({ name, confidence }) => [encodingNamed(name), confidence]))
  // The detector does not know this one, which has the same small letters.
  found.set('x-mac-cyrillic', found.get('windows-1251') ?? 0)
  const candidates = [
    ...new Set([...usual, ...[...found.keys()].filter((name) => name !== undefined && !latin.has(name))]),
  ] as string[]
  const highBytes = sample.filter((byte) => byte > 0x7f).length
  const costs = candidates.map((encoding, at) => {
    const noise = noiseIn(decoderOf(encoding).decode(sample), sample, encoding)
    const asDetected = latin.has(encoding) ? 0 : ((found.get(encoding) ?? 0) / 100) * 0.1
    // One letter tells nothing: lists here are Western.
    const asUsual = highBytes < 3 && (!latin.has(encoding) || codePage(encoding)) ? 0.5 : 0
    // Line breaks of old Macs.
    const asWritten = hasReturns && encoding === 'macintosh' ? 0.1 : 0
    return { encoding, cost: noise + asUsual - asDetected - asWritten + at / 1_000 }
  })
  return costs.toSorted((one, other) => one.cost - other.cost)
}

/** The encoding of most texts that do not name theirs, or that say Latin-1. */
export const western = 'windows-1252'
/** It is taken unless it is noise, another reading makes words, and there is enough to tell: names and short words are like anything. */
const noise = 0.3
const clearly = 0.25
const words = 0.2
const enough = { latin: 3, wide: 4, other: 6 }
/** Of languages in Latin letters: their words differ in single letters, of which there must be some. */
const someLetters = 5
const slightly = 0.02
const plainly = 0.2
/** Letters of Chinese, Japanese or Korean that are frequent, which two letters by chance are not. */
const frequentLetters = -0.1
const enoughOfRare = 8

/** The encoding that makes words of bytes that are not UTF-8, else Windows-1252. */
export function mostLikelyEncoding(sample: Uint8Array): string {
  const high = sample.filter((byte) => byte > 0x7f).length
  const found = likelyEncodings(sample)
  const [best] = found
  const usual = found.find(({ encoding }) => encoding === western)!
  if (!best || best.cost >= words) return western
  const { encoding, cost } = best
  if (latin.has(encoding)) {
    const less = codePage(encoding) ? clearly : high >= someLetters ? slightly : plainly
    const isOther = cost + less < usual.cost
    return isOther && high >= enough.latin ? encoding : western
  }
  const isEnough = wide.has(encoding)
    ? high >= (cost < frequentLetters ? enough.wide : enoughOfRare)
    : high >= enough.other
  return isEnough && cost + clearly < usual.cost && usual.cost > noise ? encoding : western
}
