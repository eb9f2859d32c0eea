const folder = '/api/site/pictures/'

/** A size never changes under its name. */
export const pictureName = (id: string, width: number, format: 'avif' | 'webp' | 'jpg' | 'png') =>
  `${id}-${width}.${format}`
export const pictureUrl = (...name: Parameters<typeof pictureName>) => folder + pictureName(...name)
