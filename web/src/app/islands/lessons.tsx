import { LateLessons } from '#features/home/late-lessons'

export const island = <LateLessons />
