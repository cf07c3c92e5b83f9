import { type EndUserSettings, type ProjectLimits as OwnLimits, rights } from '../../../platform/identity/index.ts'
import { endUsersIn } from '../end-users.ts'
import type { AppliedLimits } from '../project-limits.ts'
import { approvalOf, publishingOf } from '../publishing.ts'
import type { Project as Known } from '../projects.ts'
import type { EndUsers, Project, ProjectLimits, SetProjectLimits } from './contract.ts'

/** A project with the limits that apply to it. */
export function presentProject(project: Known, limits: AppliedLimits): Project {
  const { id, name, pluginId, allowedOrigins, createdAt, updatedAt } = project
  const approval = approvalOf(project)
  return {
    id,
    name,
    plugin_id: pluginId,
    allowed_origins: allowedOrigins,
    publishing: publishingOf(project),
    approval: approval.approval,
    approver_level: approval.level,
    end_users: presentEndUsers(endUsersIn(project)),
    limits: presentLimits(limits),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

export function presentLimits(limits: AppliedLimits): ProjectLimits {
  return {
    api_rate: limits.apiRate,
    plugin_rate: limits.pluginRate,
    plugin_project_rate: limits.pluginProjectRate,
    asset_bytes: limits.assetBytes,
    credits: limits.credits,
  }
}

function presentEndUsers(settings: EndUserSettings): EndUsers {
  const { library, can, files, uploadsPerDay, uploadBytesPerDay, uploads, uploadBytes } = settings
  return {
    library,
    can: [...can],
    files,
    uploads_per_day: uploadsPerDay,
    upload_bytes_per_day: uploadBytesPerDay,
    uploads,
    upload_bytes: uploadBytes,
  }
}

export function readEndUsers(given: EndUsers): Partial<EndUserSettings> {
  const { library, can, files, uploads_per_day, upload_bytes_per_day, uploads, upload_bytes } = given
  return {
    ...(library === undefined ? {} : { library }),
    ...(can === undefined ? {} : { can: rights.filter((right) => can.includes(right)) }),
    ...(files === undefined ? {} : { files }),
    ...(uploads_per_day === undefined ? {} : { uploadsPerDay: uploads_per_day }),
    ...(upload_bytes_per_day === undefined ? {} : { uploadBytesPerDay: upload_bytes_per_day }),
    ...(uploads === undefined ? {} : { uploads }),
    ...(upload_bytes === undefined ? {} : { uploadBytes: upload_bytes }),
  }
}

export function readLimits(given: SetProjectLimits): OwnLimits {
  return {
    ...(given.api_rate ? { apiRate: given.api_rate } : {}),
    ...(given.plugin_rate ? { pluginRate: given.plugin_rate } : {}),
    ...(given.plugin_project_rate ? { pluginProjectRate: given.plugin_project_rate } : {}),
    ...(given.asset_bytes == null ? {} : { assetBytes: given.asset_bytes }),
    ...(given.credits == null ? {} : { credits: given.credits }),
  }
}
