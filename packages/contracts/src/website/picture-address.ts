/** Names what a picture shows: the first half of a SHA-256 of what is stored of it. */
export const pictureId = /^[0-9a-f]{32}$/

const folder = '/api/site/pictures/'
const portraits = '/api/site/portraits/'

/** A size never changes under its name. */
const pictureName = (id: string, width: number, format: 'avif' | 'webp' | 'jpg' | 'png') => `${id}-${width}.${format}`
export const pictureUrl = (...name: Parameters<typeof pictureName>) => folder + pictureName(...name)
/** Of a photo of a person, which is served only while the person is on the page. */
export const portraitUrl = (...name: Parameters<typeof pictureName>) => portraits + pictureName(...name)
