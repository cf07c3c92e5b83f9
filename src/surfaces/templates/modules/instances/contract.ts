import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import { Name, closed, idOf, literals, looseReferenceTo, pageOf, referenceTo } from '../../../../kernel/schema/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

const WantedVersion = Type.Union([Type.Literal('latest'), Type.Integer({ minimum: 1 })])

export const ModuleUsage = closed(
  {
    kind: literals(['template', 'module'], { description: 'Whether a template or a module contains the instance.' }),
    id: Type.String({ description: 'Id of the template or module.', examples: [exampleTemplate] }),
    name: Name,
    node_id: Type.String({ description: 'Id of the instance.', examples: ['footer'] }),
    version: Type.Union([Type.Literal('latest'), Type.Integer({ minimum: 1 })], {
      description: '`latest` if the instance follows the latest version, otherwise the pinned version.',
    }),
  },
  {
    title: 'ModuleUsage',
    examples: [{ kind: 'template', id: exampleTemplate, name: 'Spring sale', node_id: 'footer', version: 2 }],
  },
)
export type ModuleUsage = Static<typeof ModuleUsage>

export const ModuleUsagePage = pageOf(ModuleUsage, { title: 'ModuleUsagePage' })
export type ModuleUsagePage = Static<typeof ModuleUsagePage>

export const SyncModule = closed(
  {
    version: Type.Optional({
      ...WantedVersion,
      default: 'latest',
      description:
        'Version for pinned instances; `latest` is the latest version at the time of the request. Instances that follow ' +
        'the latest version are not affected.',
    }),
    template_ids: Type.Optional(
      Type.Array(looseReferenceTo('template'), {
        minItems: 1,
        maxItems: limits.moduleSyncIds,
        uniqueItems: true,
        description: 'Only these templates; default all templates with an instance pinned to another version.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only report what would change.' })),
  },
  { title: 'SyncModule', examples: [{ version: 'latest', dry_run: true }] },
)
export type SyncModule = Static<typeof SyncModule>

export const DetachModule = closed(
  {
    template_id: Type.Optional(
      referenceTo('template', { description: 'Only in this template; default all templates.' }),
    ),
    node_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only this instance of the template.' }),
    ),
  },
  { title: 'DetachModule', examples: [{ template_id: exampleTemplate, node_id: 'footer' }] },
)
export type DetachModule = Static<typeof DetachModule>

export const InstanceResult = closed(
  {
    template_id: Type.String({ examples: [exampleTemplate] }),
    ok: Type.Boolean(),
    changed: Type.Boolean({ description: 'Whether the template changed, or would change in a dry run.' }),
    changes: Type.Optional(
      Type.String({
        description: 'Summary of the changes in the email.',
        examples: ['Changed the text of a text block'],
      }),
    ),
    error: Type.Optional(
      closed({
        code: Type.String({ examples: ['LOCKED'] }),
        message: Type.String({ examples: ['Another user is editing it'] }),
      }),
    ),
  },
  { title: 'ModuleInstanceResult' },
)
export type InstanceResult = Static<typeof InstanceResult>

export const InstanceResults = closed(
  { results: Type.Array(InstanceResult, { description: 'One per template.' }) },
  { title: 'ModuleInstanceResults' },
)
export type InstanceResults = Static<typeof InstanceResults>

export const ModuleJob = closed(
  {
    job_id: idOf('job', {
      description:
        'Returned if more templates are affected than one request can change. `GET /jobs/{id}` returns the progress and, ' +
        'when done, counts and results, failures first.',
    }),
  },
  { title: 'ModuleJob', examples: [{ job_id: 'job_01kah3zqpfx9y8w7v6t5s4r3q2' }] },
)
export type ModuleJob = Static<typeof ModuleJob>

export const DeleteModuleQuery = closed({
  detach: Type.Optional(
    Type.Boolean({ default: false, description: 'Convert all instances to blocks of their templates first.' }),
  ),
})
