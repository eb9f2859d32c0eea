import { minutes, seconds } from '@app/contracts/durations'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import { isWordmark } from '@app/contracts/website/logo-sizes'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import type { MailLogo } from '@app/mail'
import { maxLogoBytes } from '@app/mail/templates/markup'
import type { Db, ObjectId } from 'mongodb'

const bucketName = 'site_pictures'
const maxTimeMS = seconds(2)
const maxWidth = 240
const wideHeight = 48
const iconSide = 56
/** A picture that could not be read may be there soon, such as after a restore. */
const retryMs = minutes(1)

/** admin-tables stores them: a picture with all its sizes in one file. */
type Stored = {
  _id: ObjectId
  length: number
  chunkSize: number
  metadata: { parts: { name: string; at: number; length: number }[] }
}

/**
 * Reads the published logo as mails carry it: a wide one whole, any other one as an icon. It is kept until another one is published. One
 * that cannot be read is left out of mails, since a mail without it is better than none: `onMissing` is told once of each.
 */
export function logoReader(
  db: () => Db,
  objects?: ObjectStorage,
  onMissing: (id: string, error?: unknown) => void = () => {},
) {
  const files = () => db().collection<Stored>(`${bucketName}.files`)
  const bytes = fileBytes(bucketName, db, objects)

  async function read({ id, width, height, tone }: WebsiteLogo): Promise<MailLogo | undefined> {
    const file = await files().findOne({ 'metadata.picture': { $eq: id }, 'metadata.source': null }, { maxTimeMS })
    const part = (name: string) => file?.metadata.parts.find((one) => one.name === name && one.length <= maxLogoBytes)
    const whole = isWordmark({ width, height }) ? part('stored') : undefined
    // The smallest icon has a white ground, so that it can be read at night, too.
    const found = whole ?? part(tone === 'dark' ? '180.png' : '192.png')
    if (!file || !found) return undefined
    const png = await bytes.read(file, found.at, found.at + found.length)
    const ground = tone === 'light' ? '#12292b' : tone === 'dark' ? '#ffffff' : undefined
    if (!whole) return { png, width: iconSide, height: iconSide, ground }
    const shown = Math.min(maxWidth, Math.round((wideHeight * width) / height))
    return { png, width: shown, height: Math.round((shown * height) / width), ground }
  }

  let known: { id: string; logo: MailLogo | undefined; until: number } | undefined
  let missing: string | undefined
  return async (logo: WebsiteLogo | undefined): Promise<MailLogo | undefined> => {
    if (!logo) return undefined
    const { id } = logo
    if (known?.id === id && performance.now() < known.until) return known.logo
    let error: unknown
    const found = await read(logo).catch((reason) => {
      error = reason
      return undefined
    })
    known = { id, logo: found, until: found ? Number.POSITIVE_INFINITY : performance.now() + retryMs }
    if (!found && missing !== id) {
      missing = id
      onMissing(id, error)
    }
    return found
  }
}
