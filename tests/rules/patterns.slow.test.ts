import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { everyCase } from '../support/cases'
import { sources } from './source'

// In this process: the default starts another for each pattern. This entry has no types of its own.
const { checkSync } = (await import('recheck/lib/browser.js' as string)) as typeof import('recheck')

/**
 * Patterns that take longer than the length of a text, and why no stranger can make them slow. Whatever parses mails, workbooks, calendars
 * and photos runs in a process with limits besides; here are only those whose text is short, or that run nowhere else.
 */
const bounded: Record<string, string> = {
  '/[^\\s,<>]+@[^\\s,<>]+/g': 'a variable of the operator',
  '/^(mongodb(?:\\+srv)?:\\/\\/(?:[^@/]*@)?)([^/?]*)(.*)$/': 'a variable of the operator',
  '/\\beyJ[\\w-]+\\.eyJ[\\w-]+\\.[\\w-]{86}(?![\\w-])/g': 'a log that the operator checks',
  '/\\s+[+?]?all\\s*$/i': 'a record of the DNS of the school, a few hundred signs',
  '/^(?<operation>\\S+ \\S+) (?<way>[<>]) (?<name>.*?)(?<must>!?) : (?<kinds>.*)$/': 'a line of this repository',
  '/[^\\s@<>()]+@[^\\s@<>()]+\\.[a-z]{2,}/gi': 'a text of the website, which staff write, at most 10,000 signs',
  '/[^\\s<>(),;:"]+@[^\\s<>(),;:"]+/g': 'the guardian of a stored record, at most 300 signs',
  '/\\.+$/': 'the guardian of a stored record, at most 300 signs',
  '/^[^<>@]*<([^<>]+@[^<>]+)>$/': 'a cell of a sheet, at most 500 signs',
  '/\\?.*$/': 'a cell of a sheet, as above',
  '/[.,;]+$/': 'a cell of a sheet, as above',
  '/[ .,;/-]+$/': 'a cell of a sheet, as above',
  '/^(.*?)(?:[ T]|, *| at | ?@ ?| - )(?:at )?(\\d{1,2})(?::(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)?(?: ?(a|p)\\.?m?\\.?)?(?: ?(z|(?:utc|gmt)?[+-]\\d{1,2}(?::?\\d{2})?|utc|gmt|[pmce][sd]t))?(?: ?\\([^)]*\\))?$/i':
    'a date of a sheet, at most 200 signs',
  '/[([]\\s*(?:(?:[mdy]{1,4}[/. -]?){2,3}|required|optional|mandatory|if (?:any|known|applicable)|(?:e\\.?g\\.?|ex\\.|example|format)\\b[^)\\]]{0,60})\\s*[)\\]]/gi':
    'a heading of a sheet, at most 500 signs',
  '/<((?:\\w+:)?(?:row|c))(?=[\\s/>])([^>]*)>/g': 'a workbook, read in a process that ends after 30 seconds',
  '/<((?:\\w+:)?c)\\b([^>]*[^/>]|)>((?:(?!<\\/?(?:\\w+:)?c[\\s>])[\\s\\S])*?)<\\/\\1>/g': 'a workbook, as above',
  '/<((?:\\w+:)?c)\\b([^>]*[^/>]|)>(\\s*<(?:\\w+:)?v>)(-?)(\\d{1,400})(?=<)/g': 'a workbook, as above',
  '/<(?:\\w+:)?dimension\\b[^>]*\\/>/g': 'a workbook, as above',
  '/<(?:\\w+:)?Relationship\\b[^>]*>/g': 'a workbook, as above',
  '/<(?:\\w+:)?sheet\\b[^>]*?(?:\\/>|>\\s*<\\/(?:\\w+:)?sheet>)/g': 'a workbook, as above',
  '/(<((?:\\w+:)?sheets)\\b[^>]*>)[\\s\\S]*(<\\/\\2>)/': 'a workbook, as above',
  '/<(?:\\w+:)?c\\b[^>]*\\/>/g': 'a workbook, read in a process that ends after 30 seconds',
  '/<(?:\\w+:)?row\\b[^>]*\\/>|<((?:\\w+:)?row)\\b[^>]*><\\/\\1>/g': 'a workbook, as above',
  '/(<(?:\\w+:)?c\\b[^>]*\\st=)(?:"e"|\'e\')/g': 'a workbook, as above',
  '/^(?:W\\/)?"([^";]*).*"$/': 'a header, at most 16 KB by the edge',
  '/\\bVersion\\/[\\d.]+.* Safari\\//': 'a header, cut to 300 signs',
  '/^(.)\\1*$|change.?me|secret|password|default|example/i': 'a variable of the operator',
  "/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/":
    'an address, whose length is checked before: at most 254 signs',
  '/(?<![\\w.@-])@([\\w.+-]+(?:@[\\w.-]+)?)/g': 'a note of staff, at most 2,000 signs',
  '/<?[^\\s<>@]{1,64}@[\\w.-]{1,200}>?/': 'an introduction of at most 300 signs, in the process that reads mails',
  '/[^\\s<>()[\\],;:"]{1,64}@[\\w.-]{1,253}/g':
    'a report, with at most 64 signs looked at from each place, in the process that reads mails',
  '/[.-]+$/': 'an address in a note of staff, found by a pattern of its own',
}

/** The patterns that are written out in code which runs on the server, with the files that they are in. */
function patternsOf(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path, text, isTest } of sources) {
    if (isTest || !/^(?:services|packages)\//.test(path) || path.endsWith('.fixture.ts')) continue
    const visitor = new Visitor({
      Literal(node) {
        if (!('regex' in node) || !node.regex) return
        const { pattern, flags } = node.regex
        const written = `/${pattern}/${flags}`
        found.set(written, [...(found.get(written) ?? []), path])
      },
    })
    visitor.visit(parseSync(path, text).program)
  }
  return found
}

/** The search by day takes a quarter of the time of the whole one, which runs by night. */
const shortSearch = {
  maxNFASize: 3_000,
  seedLimit: 100,
  incubationLimit: 2_500,
  attackLimit: 150_000,
  maxGeneStringSize: 400,
  maxIteration: 1,
  maxInitialGenerationSize: 50,
  maxGenerationSize: 20,
}

/** Ambiguity of the automaton, and a search for slow texts where it is too large for that. */
function isSlow(written: string): boolean {
  const end = written.lastIndexOf('/')
  const settings = { checker: 'auto', timeout: 20_000, randomSeed: 1, ...(!everyCase && shortSearch) } as const
  return checkSync(written.slice(1, end), written.slice(end + 1), settings).status === 'vulnerable'
}

test('a pattern that is slow is found', () => {
  expect(['/[ \\t]*=\\r?\\n/g', '/^(?:a+)+$/', '/\\s+$/'].map(isSlow)).toEqual([true, true, true])
  expect(['/=\\r?\\n/g', '/^[a-z]+$/'].map(isSlow)).toEqual([false, false])
})

test('every pattern of the services and packages takes time by the length of the text alone, or meets short ones only', () => {
  const patterns = patternsOf()
  const ofReaders = [...patterns].filter(([, files]) =>
    files.some((file) => /\/(?:inbound|imports|incoming|rich-text|uploads)\//.test(file)),
  )
  expect(ofReaders.length).toBeGreaterThan(60)
  const slow = [...patterns].filter(([pattern]) => !(pattern in bounded) && isSlow(pattern))
  expect(slow.map(([pattern, files]) => `${pattern} in ${files}`)).toEqual([])
  expect(Object.keys(bounded).filter((pattern) => !patterns.has(pattern))).toEqual([])
}, 1_200_000)
