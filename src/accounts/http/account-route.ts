import { route, type Route, type RouteDefinition } from '../../http/route.ts'
import type { Context } from '../context.ts'

/** Creates a route whose handler gets the context of use cases. */
export const accountRoute = <Input>(definition: RouteDefinition<Input, Context>): Route<Context> =>
  route<Input, Context>(definition)
