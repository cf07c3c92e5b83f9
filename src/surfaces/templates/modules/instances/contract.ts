import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import { Name, closed, idOf, literals, looseReferenceTo, pageOf, referenceTo } from '../../../../kernel/schema/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

const WantedVersion = Type.Union([Type.Literal('latest'), Type.Integer({ minimum: 1 })])

export const ModuleUsage = closed(
  {
    kind: literals(['template', 'module'], { description: 'The template or module that contains it.' }),
    id: Type.String({ description: 'Id of the template or module.', examples: [exampleTemplate] }),
    name: Name,
    node_id: Type.String({ description: 'The instance.', examples: ['footer'] }),
    version: Type.Union([Type.Literal('latest'), Type.Integer({ minimum: 1 })], {
      description: 'What it shows: the latest version, or one that it is pinned to.',
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
        'The version that pinned instances show from now on; `latest` is the number it has at this moment. Instances ' +
        'that follow the latest version need no sync and are left alone.',
    }),
    template_ids: Type.Optional(
      Type.Array(looseReferenceTo('template'), {
        minItems: 1,
        maxItems: limits.moduleSyncIds,
        uniqueItems: true,
        description: 'Only these templates; default all with an instance pinned to another version.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only report what would change.' })),
  },
  { title: 'SyncModule', examples: [{ version: 'latest', dry_run: true }] },
)
export type SyncModule = Static<typeof SyncModule>

export const DetachModule = closed(
  {
    template_id: Type.Optional(referenceTo('template', { description: 'Only in this template; default everywhere.' })),
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
    changed: Type.Boolean({ description: 'Whether it changed, or would change in a dry run.' }),
    changes: Type.Optional(
      Type.String({
        description: 'What changes in the email, in words.',
        examples: ['Changed the text of a text block'],
      }),
    ),
    error: Type.Optional(
      closed({
        code: Type.String({ examples: ['LOCKED'] }),
        message: Type.String({ examples: ['Someone else is editing it'] }),
      }),
    ),
  },
  { title: 'ModuleInstanceResult' },
)
export type InstanceResult = Static<typeof InstanceResult>

export const InstanceResults = closed(
  { results: Type.Array(InstanceResult, { description: 'One for each template.' }) },
  { title: 'ModuleInstanceResults' },
)
export type InstanceResults = Static<typeof InstanceResults>

export const ModuleJob = closed(
  {
    job_id: idOf('job', {
      description:
        'There are more templates than one call changes. `GET /jobs/{id}` shows how far it is, and at the end counts ' +
        'and results, first of those that failed.',
    }),
  },
  { title: 'ModuleJob', examples: [{ job_id: 'job_01kah3zqpfx9y8w7v6t5s4r3q2' }] },
)
export type ModuleJob = Static<typeof ModuleJob>

export const DeleteModuleQuery = closed({
  detach: Type.Optional(
    Type.Boolean({ default: false, description: 'Turn all its instances into blocks of their own first.' }),
  ),
})
