import type { TObject, TSchema } from '@sinclair/typebox'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { volatileMark } from '../../../kernel/schema/index.ts'

type Members = Record<string, unknown>

/**
 * The body without its read-only members, which have to be as in `stored`, the resource as a read returns it.
 * VALIDATION_FAILED names those that differ. `read` is called only for a body with read-only members.
 */
export async function takeWritable<Body extends object>(
  { properties }: TObject,
  body: Body,
  read: () => object | Promise<object>,
): Promise<Body> {
  const entries = Object.entries(body)
  const isReadOnly = (name: string) => (properties[name] as TSchema | undefined)?.['readOnly'] === true
  if (!entries.some(([name]) => isReadOnly(name))) return body
  const stored = (await read()) as Members
  const issues = entries.flatMap(([name, value]): Issue[] => {
    const schema = properties[name] as TSchema
    if (!isReadOnly(name) || volatileMark in schema || Bun.deepEquals(value, stored[name])) return []
    return [{ path: `/${name}`, message: 'Is read-only and not as stored; omit it, or read the resource again.' }]
  })
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  return Object.fromEntries(entries.filter(([name]) => !isReadOnly(name))) as Body
}
