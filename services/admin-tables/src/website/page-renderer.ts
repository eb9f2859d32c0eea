import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LegalName, PageFile } from '@app/contracts/website/page-files'
import type { PageRequest } from '@app/contracts/website/page-texts'

export type PageRenderer = {
  /** The name of the build whose scripts and styles its pages name. */
  build: string
  render: (request: PageRequest) => string
  renderLegal: (request: PageRequest, name: LegalName) => string
  renderFiles: (request: PageRequest) => Record<PageFile, string>
}

/**
 * The program that prerendered the page when the site was built, from the folder that the build writes. It is loaded when a page
 * is first rendered: whoever publishes nothing never needs it. Without the folder there is none.
 */
export function pageRenderer(folder: string): () => Promise<PageRenderer | undefined> {
  async function load(): Promise<PageRenderer> {
    const [program, template, build] = await Promise.all([
      import(pathToFileURL(join(folder, 'page.js')).href),
      readFile(join(folder, 'template.html'), 'utf8'),
      readFile(join(folder, 'build'), 'utf8'),
    ])
    return {
      build: build.trim(),
      render: (request) => program.renderPage(template, request),
      renderLegal: (request, name) => program.renderLegalPage(template, request, name),
      renderFiles: program.renderFiles,
    }
  }
  let loading: Promise<PageRenderer> | undefined
  return async () => {
    if (!loading && !existsSync(join(folder, 'build'))) return undefined
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
