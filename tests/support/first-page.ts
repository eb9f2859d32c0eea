import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const guide = readFileSync(join(resolve(import.meta.dirname, '../..'), 'deploy/README.md'), 'utf8')
const [page = ''] = /^## From a bare server to a published site$[\s\S]*?(?=^## )/m.exec(guide) ?? []
const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, code = '']) => code)

/** The command blocks of the first page of deploy/README.md, as they stand there. */
export const firstPage = {
  firewall: blocks[0]!,
  product: blocks[1]!,
  settings: blocks[2]!,
  start: blocks[3]!,
  mail: blocks[4]!,
}

/** The command of a block that contains a text, without the remark behind it. */
export function commandWith(text: string, block: string): string {
  const line = block.split('\n').find((one) => one.includes(text))
  if (!line) throw new Error(`The first page of deploy/README.md has no command with ${text}.`)
  return line.replace(/ +# .*$/, '')
}

/** The settings of the page by their name, with the values that an operator puts in place of the examples. */
export function pageSettings(values: Record<string, string>): Record<string, string> {
  const shown = firstPage.settings.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([A-Z_]+)=(.*?)( +#.*)?$/.exec(line) ?? []
    return name ? [[name, value] as const] : []
  })
  const unknown = Object.keys(values).filter((name) => !shown.some(([one]) => one === name))
  if (unknown.length > 0) throw new Error(`The first page of deploy/README.md does not set ${unknown.join(', ')}.`)
  return { ...Object.fromEntries(shown), ...values }
}
