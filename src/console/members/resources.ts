/** Resources of `/v1/console/members`, which only the console calls (app/pages/members/contract.ts). */
export interface Member {
  id: string
  name: string
  email: string
  role: string
  is_self: boolean
  is_disabled: boolean
  last_sign_in_at: string | null
}

export interface Invitation {
  id: string
  email: string
  role: string
  expires_at: string
}

export interface RoleEntry {
  role: string
  summary: string
  may_give: boolean
}

export interface MemberList {
  may_manage: boolean
  sends_mail: boolean
  provider: string | null
  roles: readonly RoleEntry[]
  members: readonly Member[]
  invitations: readonly Invitation[]
}

export interface LinkOnce {
  email: string
  url: string
  is_sent: boolean
}

export type MemberAction = 'disable' | 'enable' | 'remove_factor' | 'remove_passkeys' | 'unlink'
