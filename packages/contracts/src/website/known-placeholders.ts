import * as v from 'valibot'
import { isPlaceholder, namesIn } from './placeholders'

const unknownIn = (text: string) => namesIn(text).find((name) => !isPlaceholder(name))

/** A text whose names in braces all stand for facts. */
export const knownPlaceholders = (text: v.GenericSchema<string, string>) =>
  v.pipe(
    text,
    v.check(
      (written) => unknownIn(written) === undefined,
      ({ input }) => `There is no placeholder {${unknownIn(input)}}`,
    ),
  )
