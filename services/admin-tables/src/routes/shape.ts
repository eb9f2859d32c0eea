import {
  createShape,
  fixValues,
  listShapes,
  listShapeVersions,
  previewShape,
  readShape,
  retireShape,
  saveShape,
} from '@app/contracts/calls/shape'
import { callRoute } from '@app/service/call-route'
import { type Guards, requireRecentSignIn } from '@app/session'
import { Elysia } from 'elysia'
import type { ShapeStore } from '../models/shape-store'
import { type ManageShape, manageShape, type ShapeDeps } from '../shape/manage-shape'
import { toSummary } from '../shape/show-shape'
import { actorOf } from './request-context'

export type ShapeRouteDeps = Omit<ShapeDeps, 'shapes'> & {
  guards: Pick<Guards, 'access'>
  shapes: ShapeDeps['shapes'] & Pick<ShapeStore, 'versions'>
}

/** The shape of tables, for admins. What changes it needs a recent sign-in. */
export function shapeRoutes({ guards, ...deps }: ShapeRouteDeps) {
  const shape: ManageShape = manageShape(deps)
  const { shapes } = deps
  return new Elysia({ name: 'shape-routes' })
    .use(guards.access)
    .get(listShapes.path, async () => ({ data: (await shapes.all()).map(toSummary) }), callRoute(listShapes))
    .post(
      createShape.path,
      async ({ body, status, ...context }) => {
        requireRecentSignIn(context.identity)
        return status(201, await shape.create(actorOf(context), body.descriptor))
      },
      callRoute(createShape),
    )
    .get(readShape.path, ({ params }) => shape.read(params.name), callRoute(readShape))
    .put(
      saveShape.path,
      ({ params, body, ...context }) => {
        requireRecentSignIn(context.identity)
        return shape.save(actorOf(context), params.name, body.version, body.descriptor)
      },
      callRoute(saveShape),
    )
    .post(
      previewShape.path,
      ({ params, body }) => shape.impact(params.name, body.descriptor, body.after),
      callRoute(previewShape),
    )
    .post(
      fixValues.path,
      ({ params, body, ...context }) => {
        requireRecentSignIn(context.identity)
        return shape.fix(actorOf(context), params.name, body)
      },
      callRoute(fixValues),
    )
    .get(
      listShapeVersions.path,
      async ({ params }) => {
        await shape.read(params.name)
        return { data: await shapes.versions(params.name) }
      },
      callRoute(listShapeVersions),
    )
    .post(
      retireShape.path,
      ({ params, body, ...context }) => {
        requireRecentSignIn(context.identity)
        return shape.setRetired(actorOf(context), params.name, body.version, body.isRetired)
      },
      callRoute(retireShape),
    )
}
