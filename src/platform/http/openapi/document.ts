import type { AnyElysia } from 'elysia'
import type { ErrorCode } from '../../../kernel/errors/index.ts'
import { type OperationRoute, operationsOf } from '../operation.ts'
import { headers, parameters as commonParameters, securitySchemes, webhookParameters } from './components.ts'
import { describeOperation, sharedResponses, traitsOf } from './describe.ts'
import { exampleOf } from './examples.ts'
import { codesOf, collectFailures, failureExamples, failureSchemas } from './failures.ts'
import { collectLinks } from './links.ts'
import type { ApiInfo, JsonObject, OpenApiDocument, WebhookInfo } from './model.ts'
import { shareParameters } from './parameters.ts'
import { shareResponses } from './responses.ts'
import { type Schemas, collectSchemas } from './schemas.ts'

/**
 * The OpenAPI 3.1 document of an application: every operation among Elysia's routes. Throws if an id is not unique, a tag
 * has no description, or two schemas share a name.
 */
export function openapiDocument(app: AnyElysia, info: ApiInfo): OpenApiDocument {
  const steps = openapiSteps(app, info)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Like `openapiDocument`, one route per step, so that the event loop can serve requests in between. */
export function* openapiSteps(app: AnyElysia, info: ApiInfo): Generator<undefined, OpenApiDocument> {
  const routes = describedRoutes(app, info.without ?? [])
  checkRoutes(routes, info)
  const schemas = collectSchemas()
  const failures = collectFailures(routes.map(traitsOf))
  const shared = { schemas, failures, links: collectLinks(routes) }
  const written: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    written[path] = { ...written[path], [route.method.toLowerCase()]: describeOperation(route, shared) }
    yield
  }
  const { paths: withParameters, parameters } = shareParameters(written)
  const { paths, responses: empty } = shareResponses(withParameters)
  const responses = { ...usedOnly(sharedResponses(), paths), ...empty, ...failures.components() }
  const webhooks = describeWebhooks(info.webhooks ?? [], schemas)
  // The plugin's shape needs no examples: its members do not vary.
  const traits = routes.map(traitsOf).filter(({ errorShape }) => errorShape === 'problem')
  const codes = new Set<ErrorCode>(traits.flatMap(codesOf))
  const secured = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(schemesOf)))
  const { title, version, description, license, contact, servers } = info
  return {
    openapi: '3.1.1',
    info: { title, version, description, license, ...(contact === undefined ? {} : { contact }) },
    servers: servers.map((server) => ({ ...server })),
    tags: info.tags
      .filter((tag) => routes.some((route) => route.operation.tags.includes(tag.name)))
      .map((tag) => ({ ...tag })),
    paths,
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      schemas: usedOnly({ ...failureSchemas(), ...schemas.components() }, paths, parameters, responses, webhooks),
      headers: usedOnly(headers, paths, responses),
      parameters: { ...usedOnly({ ...commonParameters, ...webhookParameters }, paths, webhooks), ...parameters },
      responses,
      examples: failureExamples(codes, `${servers[0]?.url.replace(/\/$/, '') ?? ''}/docs/errors`),
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => secured.has(name))),
    },
  }
}

function schemesOf(operation: JsonObject): string[] {
  return (operation['security'] as JsonObject[]).flatMap((each) => Object.keys(each))
}

function describedRoutes(app: AnyElysia, without: readonly string[]): OperationRoute[] {
  return operationsOf(app).filter(
    ({ path, operation }) =>
      operation.isHidden !== true && !without.some((prefix) => `${path}/`.startsWith(`${prefix}/`)),
  )
}

function checkRoutes(routes: readonly OperationRoute[], info: ApiInfo): void {
  const seen = new Set<string>()
  const tags = new Set(info.tags.map((tag) => tag.name))
  for (const { operation, path } of routes) {
    if (seen.has(operation.id)) throw new Error(`The operation ${operation.id} is there twice: ${path}`)
    seen.add(operation.id)
    for (const tag of operation.tags) if (!tags.has(tag)) throw new Error(`The tag ${tag} has no description`)
  }
}

function describeWebhooks(
  webhooks: readonly WebhookInfo[],
  schemas: Schemas,
): Record<string, Record<string, JsonObject>> | undefined {
  if (webhooks.length === 0) return undefined
  return Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: describeWebhook(webhook, schemas) }]))
}

function describeWebhook({ name, summary, description, payload }: WebhookInfo, schemas: Schemas): JsonObject {
  const example = exampleOf(payload)
  return {
    operationId: `events.${name}`,
    summary,
    description,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.refer(payload), ...(example === undefined ? {} : { example }) },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'Gone: the subscription is disabled.' },
    },
  }
}

/** Keeps only components that are referenced, directly or through other components. */
function usedOnly(components: Record<string, JsonObject>, ...users: unknown[]): Record<string, JsonObject> {
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/\w+\/([\w.-]+)"/g)) {
      const component = components[name]
      if (component === undefined || used.has(name)) continue
      used.add(name)
      visit(JSON.stringify(component))
    }
  }
  visit(JSON.stringify(users))
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)))
}
