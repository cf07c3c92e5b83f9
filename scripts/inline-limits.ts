import { limits } from '../src/kernel/limits.ts'

const imported = /^import \{ limits \} from '[./]*kernel\/limits\.ts'$/m
const member = /\blimits\.(\w+)\b/g

/**
 * Source in which limits are written as their values. A bundler cannot leave members of an object out: browsers would load the
 * table of the whole service for the few limits that they need.
 */
export function inlineLimits(source: string): string {
  if (!imported.test(source)) return source
  return source.replace(member, (written, name: string) => {
    const value = (limits as Record<string, unknown>)[name]
    return typeof value === 'number' ? String(value) : written
  })
}
