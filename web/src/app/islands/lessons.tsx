import { NextLessons } from '#features/home/next-lessons'

export const island = <NextLessons />
