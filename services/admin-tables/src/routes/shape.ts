import {
  createShape,
  fixValues as fixCall,
  listShapes,
  listShapeVersions,
  previewShape,
  publishShape,
  readShape,
  retireShape,
  saveShape,
} from '@app/contracts/calls/shape'
import { serve } from '@app/service/serve'
import { type FixDeps, fixValues } from '../actions/fix-values'
import { type PublishDeps, publishSchema } from '../actions/publish-schema'
import type { ShapeStore } from '../models/shape-store'
import { type ManageShape, manageShape, type ShapeDeps } from '../shape/manage-shape'
import { toSummary } from '../shape/show-shape'

export type ShapeRouteDeps = Omit<ShapeDeps & FixDeps & PublishDeps, 'shapes'> & {
  shapes: ShapeDeps['shapes'] & Pick<ShapeStore, 'versions'>
}

/** The shape of tables, for admins. What changes it needs a recent sign-in. */
export function shapeRoutes(deps: ShapeRouteDeps) {
  const shape: ManageShape = manageShape(deps)
  const fix = fixValues(deps)
  const publish = publishSchema(deps, shape)
  const { shapes } = deps
  return [
    serve(listShapes, async () => ({ data: (await shapes.all()).map(toSummary) })),
    serve(createShape, ({ body, actor }) => shape.create(actor, body.schema)),
    serve(readShape, ({ params }) => shape.read(params.name)),
    serve(saveShape, ({ params, body, actor }) => shape.save(actor, params.name, body.version, body.schema)),
    serve(publishShape, ({ params, body, actor }) => publish(actor, params.name, body)),
    serve(previewShape, ({ params, body }) => shape.impact(params.name, body.schema, body.after)),
    serve(fixCall, ({ params, body, actor }) => fix(actor, params.name, body)),
    serve(listShapeVersions, async ({ params }) => {
      await shape.read(params.name)
      return { data: await shapes.versions(params.name) }
    }),
    serve(retireShape, ({ params, body, actor }) => shape.setRetired(actor, params.name, body.version, body.isRetired)),
  ]
}
