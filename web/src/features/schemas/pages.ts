import { paths } from '#lib/paths'

export const schemasPages = {
  [paths.schemaEditor]: () => import('./schema-page').then(({ SchemaEditor }) => SchemaEditor),
}
