import type { Api } from './api.ts'
import type { Model, Shape } from './shapes.ts'

/** Names of the models that responses and events contain: a newer service may send values in them that are unknown today. */
export function returnedModels({ operations, models, events }: Api): ReadonlySet<string> {
  const byName = new Map(models.map((model) => [model.name, model]))
  const found = new Set<string>()
  const queue = [...operations.flatMap(({ resultShape }) => modelsIn(resultShape)), ...Object.values(events)]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const model = byName.get(name)
    if (model === undefined || found.has(name)) continue
    found.add(name)
    queue.push(...shapesOf(model).flatMap(modelsIn))
  }
  return found
}

function shapesOf(model: Model): Shape[] {
  return 'alias' in model ? [model.alias] : model.members.map(({ shape }) => shape)
}

function modelsIn(shape: Shape | undefined): string[] {
  if (shape === undefined) return []
  if (shape.kind === 'model') return [shape.name]
  if (shape.kind === 'union') return shape.of.flatMap(modelsIn)
  return shape.kind === 'list' || shape.kind === 'map' ? modelsIn(shape.of) : []
}
