/** The `sizes` of the hero's photo, which is cut where it fills half of the window. A phone with three pixels to a point does as well with two. */
export const heroPhotoSizes = '(min-width: 64rem) 60vw, (min-width: 40rem) 92vw, 62vw'
