import { isObjectId, objectIdSource } from './object-id'

const folder = '/api/files/'

/** Where an uploaded file is read; records store this path. */
export const fileUrl = (id: string) => folder + id

/** The id of the file that a URL names; `undefined` for every other text. */
export function fileIdIn(url: string): string | undefined {
  const id = url.startsWith(folder) ? url.slice(folder.length) : undefined
  return isObjectId(id) ? id : undefined
}

export const isFileUrl = (value: unknown): value is string => typeof value === 'string' && fileIdIn(value) !== undefined

/** Every URL of a file in a longer text. */
export const fileUrlsIn = (text: string): string[] => text.match(new RegExp(folder + objectIdSource, 'g')) ?? []
