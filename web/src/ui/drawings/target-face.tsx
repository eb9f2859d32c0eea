const rings = ['fill-white', 'fill-black', 'fill-blue', 'fill-red', 'fill-gold'] as const

/** The five rings of a target, in a box of 200 by 200. */
export const TargetFace = () =>
  rings.map((fill, at) => <circle key={fill} cx="100" cy="100" r={96 - at * 19} className={fill} />)
