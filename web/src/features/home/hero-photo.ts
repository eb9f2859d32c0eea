/** The `sizes` of the hero's photo. A phone with three pixels to a point does as well with two. */
export const heroPhotoSizes = '(min-width: 64rem) 42vw, (min-width: 40rem) 92vw, 62vw'
