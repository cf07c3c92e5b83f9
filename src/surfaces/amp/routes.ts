import { Elysia } from 'elysia'
import { type PreflightRouteDeps, preflightRoutes } from './preflight/index.ts'
import { type SenderRouteDeps, applyVerdict, senderRoutes } from './senders/index.ts'

export type AmpRouteDeps = Omit<PreflightRouteDeps, 'noteVerdict'> & SenderRouteDeps

/** Routes below `/amp`. */
export function ampRoutes(deps: AmpRouteDeps) {
  return new Elysia({ normalize: false })
    .use(preflightRoutes({ ...deps, noteVerdict: applyVerdict }))
    .use(senderRoutes(deps))
}
